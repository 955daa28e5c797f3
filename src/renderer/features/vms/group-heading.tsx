import { go } from '../../navigation.ts';
import { Icon, Money } from '../../ui/index.ts';
import type { HeadingItem } from './list-items.ts';
import { useListView } from './list-view.ts';
import { messages, sectionLabel } from './messages.ts';
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
          className="group flex h-full w-full items-end gap-1 px-4 pb-0.5 text-left font-medium text-quiet text-small outline-offset-[-2px]"
          onClick={() =>
            useListView.setState(({ opened }) => ({ opened: { ...opened, [name]: !isOpen } }))
          }
          type="button"
        >
          <span>
            {sectionLabel(name, count)}
            {perHour !== null && perHour !== 0 && (
              <>
                {' · '}
                <Money amount={perHour} isAtLeast={isPartial} per="h" />
              </>
            )}
          </span>
          <span className={isOpen ? 'opacity-0 group-hover:opacity-100' : ''}>
            <Icon name={isOpen ? 'down' : 'right'} />
          </span>
        </button>
      </h2>
      {name === 'waste' && (
        <button
          className="absolute right-0 bottom-0 h-6 px-4 max-[279px]:bottom-5 text-accent text-small hover:underline"
          onClick={() => go({ kind: 'stopIdle' })}
          type="button"
        >
          {messages.stop}
        </button>
      )}
    </li>
  );
}
