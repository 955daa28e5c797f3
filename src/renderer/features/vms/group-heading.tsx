import type { ReactNode } from 'react';
import { go } from '../../navigation.ts';
import { Icon, Money } from '../../ui/index.ts';
import type { HeadingItem, MoreItem } from './list-items.ts';
import { openSection, useListView } from './list-view.ts';
import { messages, moreLabel, SECTION_LABELS } from './messages.ts';
import type { RowPlace } from './use-rows-in-view.ts';

function Placed({ top, height, position, setSize, children }: RowPlace & { children: ReactNode }) {
  return (
    <li
      aria-posinset={position}
      aria-setsize={setSize}
      className="vm-row"
      style={{ transform: `translateY(${top}px)`, height }}
    >
      {children}
    </li>
  );
}

const BUTTON = 'flex h-full w-full gap-1 text-left text-quiet text-small outline-offset-[-2px]';

export function GroupHeading({ item, ...place }: RowPlace & { readonly item: HeadingItem }) {
  const { name, count, perHour, isPartial, isOpen } = item;
  return (
    <Placed {...place}>
      <h2 className="h-full">
        <button
          aria-expanded={isOpen}
          className={`${BUTTON} group items-end px-4 pb-0.5 font-medium`}
          onClick={() => openSection(name, !isOpen)}
          type="button"
        >
          <span>
            {SECTION_LABELS[name]} · {count}
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
    </Placed>
  );
}

export function MoreRow({ item, ...place }: RowPlace & { readonly item: MoreItem }) {
  return (
    <Placed {...place}>
      <button
        aria-expanded={item.isOpen}
        className={`${BUTTON} items-center pl-10 hover:text-ink`}
        onClick={() => useListView.setState({ isWasteWhole: !item.isOpen })}
        type="button"
      >
        {item.isOpen ? messages.fewer : moreLabel(item.count)}
      </button>
    </Placed>
  );
}
