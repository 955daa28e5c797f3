import { useState } from 'react';
import { type AppAccount, accountNames } from '../../../shared/accounts/index.ts';
import { stillStopsText } from '../../../shared/auto-stop/vm-timer-view.ts';
import { joined, printable, withScheme } from '../../../shared/format/index.ts';
import type { RequestInput, Screen } from '../../../shared/ipc/contract.ts';
import { appFreshness, freshnessLabel } from '../../../shared/polling/freshness.ts';
import { type Issue, isAbout, issuesOf } from '../../../shared/polling/issues.ts';
import { isOwnService, PROVIDERS, serviceOf } from '../../../shared/providers/providers.ts';
import { balanceLabel } from '../../../shared/usage/balance.ts';
import { shownRate } from '../../../shared/usage/figures.ts';
import { bridge, go, useAccount, useApp } from '../../store.ts';
import {
  AccountMark,
  Button,
  ConfirmDialog,
  Icon,
  Money,
  RequestButton,
  RetryIn,
  ScreenFrame,
  StatusMark,
  useMinute,
} from '../../ui/index.ts';
import { TextSetting } from '../settings/text-setting.tsx';
import { GpuLoadSetting, ServiceProfileEditor, WriteKey } from './account-fields.tsx';
import { ConsoleLink, NoBalance } from './console.tsx';
import { IdleStopSetting } from './idle-stop.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { CREDENTIAL_NAMES, providerLabel } from './sign-in-messages.ts';
import { ProviderChoice } from './welcome.tsx';

/** The VMs of the account that stop themselves by a timer of this computer, also once it is signed out. */
function StillArmed({ accountId }: { readonly accountId: string }) {
  const now = useMinute();
  const autoStops = useApp((app) => app.autoStops);
  const armed = Object.values(autoStops).flatMap(({ name, armed: view, ...vm }) =>
    vm.accountId === accountId && view?.stops && view.by === undefined
      ? [stillStopsText(name, view.stops, now)]
      : [],
  );
  if (armed.length === 0) return null;
  return (
    <div className="grid justify-items-start gap-2">
      {armed.map((text) => (
        <p className="break-words" key={text}>
          {text}
        </p>
      ))}
      <RequestButton
        label="Clear their timers first"
        request={() => bridge.disarmAll({ accountId })}
      />
    </div>
  );
}

interface AccountProps {
  readonly account: AppAccount;
  /** The first issue of its data; undefined: none. */
  readonly issue: Issue | undefined;
}

function AccountForm({ account, issue }: AccountProps) {
  const { id, provider, credential, baseUrl } = account;
  const label = printable(account.label);
  const balance = useApp((app) => balanceLabel(app, account));
  const [isAsked, setIsAsked] = useState(false);
  const change = (changed: Pick<RequestInput<'changeAccount'>, 'name' | 'consoleUrl'>) =>
    bridge.changeAccount({ accountId: id, ...changed });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 pb-5">
      <div className="break-words text-quiet text-small">
        <p className="one-line" title={baseUrl}>
          {[label, CREDENTIAL_NAMES[credential], printable(baseUrl)].join(' · ')}
        </p>
        {issue !== undefined && (
          <p>
            {issue.message} {issue.action}{' '}
            {issue.retryAt !== null && <RetryIn at={issue.retryAt} then="Retrying…" />}
          </p>
        )}
        {balance !== null && <p>{joined([balance, PROVIDERS[provider].atZero], '. ')}</p>}
        <NoBalance account={account} />
      </div>
      {/* In place of the email address or host, which an empty field restores. */}
      <TextSetting
        label="Name"
        name="accountName"
        onChange={(typed) => change({ name: typed || null })}
        value={label}
      />
      <GpuLoadSetting account={account} />
      <IdleStopSetting account={account} />
      {account.consoleUrl !== null && (
        <div>
          <ConsoleLink accountId={id} />
        </div>
      )}
      {isOwnService(account) && (
        <details>
          <summary className="w-fit cursor-pointer font-medium text-accent">Advanced</summary>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-2">
            {/* The API does not report it. */}
            <TextSetting
              hint="Opens the web console for funds, API keys and the portal."
              label="Console URL"
              name="consoleUrl"
              onChange={(typed) => change({ consoleUrl: withScheme(typed) || null })}
              placeholder="https://console.example.com"
              value={account.consoleUrl ?? ''}
            />
            {credential === 'apiKey' && <WriteKey account={account} />}
            <ServiceProfileEditor account={account} />
          </div>
        </details>
      )}
      <div className="flex flex-wrap gap-2">
        <Button label="Sign in again" onClick={() => go({ kind: 'signIn', accountId: id })} />
        <Button label="Sign out…" onClick={() => setIsAsked(true)} />
      </div>
      {isAsked && (
        <ConfirmDialog
          label="Sign out"
          onClose={() => setIsAsked(false)}
          request={() => bridge.signOut({ accountId: id })}
          title={`Sign out of ${label}?`}
          tone="danger"
        >
          <p className="text-quiet">
            Deletes the stored credentials and the history of the account from this computer.
            Running VMs keep running and billing.
          </p>
          <StillArmed accountId={id} />
        </ConfirmDialog>
      )}
    </div>
  );
}

interface AccountRowProps extends Pick<AccountProps, 'account'> {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function AccountRow({ account, isOpen, onToggle }: AccountRowProps) {
  const app = useApp((all) => all);
  const { accounts, snapshots } = app;
  const now = useMinute();
  const issue = issuesOf(app, { retries: true }).find((each) => isAbout(each, account.id));
  const freshness = appFreshness({ accounts: [account], snapshots });
  // One failed poll is no issue.
  const status = issue?.short ?? freshnessLabel(freshness, now);
  const isFine = issue === undefined || issue.tone === 'quiet';
  const ofData = freshness.kind === 'starting' ? 'starting' : 'running';
  const phase = isFine ? ofData : 'interrupted';
  const name = accountNames(accounts).get(account.id);
  return (
    <li className="border-line border-b">
      <button
        aria-expanded={isOpen}
        className="-mx-2 flex min-h-11 w-[calc(100%+16px)] items-center gap-2 rounded-md px-2 text-left hover:bg-hover max-[279px]:flex-wrap max-[279px]:gap-y-0 max-[279px]:py-1"
        onClick={onToggle}
        type="button"
      >
        {accounts.length > 1 && (
          <span aria-hidden="true" className="contents">
            <AccountMark name={name} />
          </span>
        )}
        <span className="one-line min-w-0 flex-1 font-medium max-[279px]:basis-20" dir="auto">
          {name?.name}
        </span>
        {phase !== 'running' && (
          <span className="one-line min-w-0 flex-1 text-amber text-small max-[279px]:hidden">
            {status}
          </span>
        )}
        <span className="one-line min-w-0 flex-1 text-quiet text-small max-[359px]:hidden">
          {serviceOf(account)}
        </span>
        <span title={status}>
          <StatusMark label={status} phase={phase} />
        </span>
        <Money amount={shownRate(snapshots[account.id]?.spend.value)} per="h" />
        <Icon className="text-quiet" name={isOpen ? 'up' : 'down'} />
      </button>
      {isOpen && <AccountForm account={account} issue={issue} />}
    </li>
  );
}

const ADD = 'Add an account';

/** Several accounts as rows, of which one may be open; a single one is open. */
export function Accounts() {
  const accounts = useApp((app) => app.accounts);
  const [chosen, choose] = useState<string | null>(null);
  const open = accounts.length === 1 ? accounts[0]?.id : chosen;
  return (
    <ScreenFrame title={accounts.length === 1 ? 'Account' : 'Accounts'}>
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
        <Button label={ADD} onClick={() => go({ kind: 'signIn', accountId: null })} />
        <ul className="w-full">
          {accounts.map((account) => (
            <AccountRow
              account={account}
              isOpen={open === account.id}
              key={account.id}
              onToggle={() => choose(open === account.id ? null : account.id)}
            />
          ))}
        </ul>
      </div>
    </ScreenFrame>
  );
}

export function SignIn({ screen }: { readonly screen: Extract<Screen, { kind: 'signIn' }> }) {
  const account = useAccount(screen.accountId) ?? null;
  const provider = account?.provider ?? screen.provider;
  if (provider === undefined)
    return (
      <ScreenFrame title={ADD}>
        <ProviderChoice />
      </ScreenFrame>
    );
  const name = account === null ? providerLabel(provider) : printable(account.label);
  return (
    <ScreenFrame title={`Sign in to ${name}`}>
      <SignInForm account={account} provider={provider} />
      {account !== null && <ConsoleLink accountId={account.id} />}
    </ScreenFrame>
  );
}
