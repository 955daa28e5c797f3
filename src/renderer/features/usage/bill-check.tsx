import { exactMoney } from '../../../shared/format/index.ts';
import type { RequestOutput } from '../../../shared/ipc/contract.ts';
import { billDifferenceText, measuredText } from '../../../shared/usage/bill-check.ts';
import { ScreenSection } from '../../ui/index.ts';
import { useMoneyText } from './chart.tsx';
import { billCheck, dayLabel, rangeLabel } from './messages.ts';
import { VmName } from './vm-table.tsx';

type Check = NonNullable<RequestOutput<'readUsage'>['check']>;
function Differences({ differences }: Pick<Check, 'differences'>) {
  const money = useMoneyText(exactMoney);
  return (
    <ul>
      {differences.map((difference) => {
        const { accountId, vmId, date } = difference;
        return (
          <li
            className="grid grid-cols-[3.25rem_minmax(0,1fr)] py-1"
            key={`${accountId} ${vmId} ${date}`}
          >
            <time className="text-quiet" dateTime={date}>
              {dayLabel(date)}
            </time>
            <span className="break-words select-text">
              <VmName {...difference} />: {billDifferenceText(difference, money)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The differences between bill and measurement, by VM and day; nothing until a day is over. */
export function BillCheck({ check }: { readonly check: Check }) {
  const money = useMoneyText(exactMoney);
  const { compared, measured, differences, differenceCount } = check;
  if (compared === null || measured === null) return null;
  const isGap = ({ kind }: Check['differences'][number]) => kind === 'gap';
  const ownGaps = differences.filter(isGap);
  const others = differences.filter((difference) => !isGap(difference));
  const more = differenceCount - differences.length;
  return (
    <ScreenSection title={billCheck.title}>
      <div className="grid gap-1 text-small">
        <p>{measuredText(measured, money)}</p>
        {others.length === 0 && <p>{billCheck.agree}</p>}
        <p className="text-quiet">{billCheck.compared(rangeLabel(compared))}</p>
        <Differences differences={others} />
        {ownGaps.length > 0 && (
          <details>
            <summary className="min-h-7 rounded-md py-1 text-quiet hover:text-ink">
              {billCheck.gaps(ownGaps.length)}
            </summary>
            <Differences differences={ownGaps} />
          </details>
        )}
        {more > 0 && <p className="text-quiet">{billCheck.more(more)}</p>}
      </div>
    </ScreenSection>
  );
}
