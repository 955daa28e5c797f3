import { Icon } from '../../ui/index.ts';
import type { HeadingItem } from './list-items.ts';
import { toggleGroup } from './list-view.ts';
import { GROUP_WORDS } from './vm-groups.ts';

interface GroupHeadingProps {
  readonly item: HeadingItem;
  /** px. */
  readonly top: number;
  readonly height: number;
  readonly position: number;
  readonly outOf: number;
}

/** The name of a group and how many it holds; opens and closes it. */
export function GroupHeading({ item, top, height, position, outOf }: GroupHeadingProps) {
  return (
    <li
      aria-posinset={position}
      aria-setsize={outOf}
      className="slides absolute inset-x-0 top-0"
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <h2 className="h-full">
        <button
          aria-expanded={item.isOpen}
          className="group flex h-full w-full items-end gap-1 px-4 pb-1 text-left font-medium text-quiet text-small outline-offset-[-2px]"
          onClick={() => toggleGroup(item.name)}
          type="button"
        >
          {GROUP_WORDS[item.name]} · {item.count}
          <span className={item.isOpen ? 'opacity-0 group-hover:opacity-100' : ''}>
            <Icon name={item.isOpen ? 'down' : 'right'} />
          </span>
        </button>
      </h2>
    </li>
  );
}
