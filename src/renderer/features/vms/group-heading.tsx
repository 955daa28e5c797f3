import { Icon, Money } from '../../ui/index.ts';
import type { HeadingItem } from './list-items.ts';
import { toggleSection } from './list-view.ts';
import { messages, SECTION_LABELS } from './messages.ts';
import type { RowPlace } from './use-rows-in-view.ts';

interface GroupHeadingProps extends RowPlace {
  readonly item: HeadingItem;
}

export function GroupHeading({ item, top, height, position, setSize }: GroupHeadingProps) {
  const { name, count, perHour, isPartial, isOpen } = item;
  return (
    <li
      aria-posinset={position}
      aria-setsize={setSize}
      className="vm-row"
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <h2 className="h-full">
        <button
          aria-expanded={isOpen}
          className="group flex h-full w-full items-end gap-1 px-4 pb-1 text-left font-medium text-quiet text-small outline-offset-[-2px]"
          onClick={() => toggleSection(name)}
          type="button"
        >
          <span>
            {SECTION_LABELS[name]} · {count}
            {perHour !== null && perHour !== 0 && (
              <>
                {' · '}
                {isPartial && (
                  <>
                    <span aria-hidden="true">≥ </span>
                    <span className="sr-only">{messages.atLeast} </span>
                  </>
                )}
                <Money amount={perHour} isNarrow per="h" />
              </>
            )}
          </span>
          <span className={isOpen ? 'opacity-0 group-hover:opacity-100' : ''}>
            <Icon name={isOpen ? 'down' : 'right'} />
          </span>
        </button>
      </h2>
    </li>
  );
}
