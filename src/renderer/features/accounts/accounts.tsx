import { useRef } from 'react';
import { type AppAccount, accountNames } from '../../../shared/accounts/index.ts';
import { stillStopsText } from '../../../shared/auto-stop/vm-timer-view.ts';
import { printable } from '../../../shared/format/index.ts';
import { isOwnService, PROVIDERS, type ProviderId } from '../../../shared/providers/providers.ts';
import { balanceLabel } from '../../../shared/usage/balance.ts';
import { bridge } from '../../bridge.ts';
import { go } from '../../navigation.ts';
import { useAccount, useApp } from '../../store.ts';
import {
  AccountMark,
  Button,
  Money,
  RequestButton,
  RetryIn,
  ScreenFrame,
  StatusMark,
  useMinute,
} from '../../ui/index.ts';
import { AccountName, GpuLoadSetting, ServiceProfileEditor, WriteKey } from './account-fields.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ConsoleLink, ConsoleUrl } from './console.tsx';
import { IdleStopSetting } from './idle-stop.tsx';
import { Lack } from './lack.tsx';
import { describeAccount, messages } from './messages.ts';
import { ProviderChoice } from './provider-choice.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { signInMessages } from './sign-in-messages.ts';

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
      <RequestButton label={messages.disarm} request={() => bridge.disarmAll({ accountId })} />
    </div>
  );
}

function SignOut({ accountId, label }: { readonly accountId: string; readonly label: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <Button label={messages.startSignOut} onClick={() => dialog.current?.showModal()} />
      <ConfirmDialog
        accept={messages.signOut}
        dialog={dialog}
        request={() => bridge.signOut({ accountId })}
        title={messages.signOutOf(label)}
        tone="danger"
      >
        <p className="text-quiet">{messages.signOutEffect}</p>
        <StillArmed accountId={accountId} />
      </ConfirmDialog>
    </>
  );
}

function AccountCard({ account }: { readonly account: AppAccount }) {
  const snapshot = useApp(({ snapshots }) => snapshots[account.id]);
  const accounts = useApp((app) => app.accounts);
  const { phase, label: status, problem } = describeAccount(snapshot);
  const retryAt = useApp(({ nextPolls }) => nextPolls[account.id]);
  const rate = snapshot?.spend.value?.perHour ?? null;
  const label = printable(account.label);
  const balance = useApp((app) => balanceLabel(app, account));
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 pb-5">
      <div className="min-w-0">
        <div className="flex items-center gap-2">
          {accounts.length > 1 && <AccountMark name={accountNames(accounts).get(account.id)} />}
          <h2 className="one-line min-w-0 grow text-left font-semibold" dir="auto" title={label}>
            {label}
          </h2>
          <Money amount={rate} per="h" />
        </div>
        <p className="one-line text-quiet text-small" title={account.baseUrl}>
          {[
            ...(isOwnService(account) ? [] : [account.service]),
            messages.credential[account.credential],
            printable(account.baseUrl),
          ].join(' · ')}
        </p>
      </div>
      <div className="flex gap-2">
        <span className="mt-0.5">
          <StatusMark phase={phase} />
        </span>
        <p className="min-w-0 break-words">
          {status}
          {retryAt !== undefined && (
            <>
              {' · '}
              <RetryIn at={retryAt} then={messages.retrying} />
            </>
          )}
          {problem !== null && <span className="block text-quiet text-small">{problem}</span>}
          {balance !== null && (
            <span className="block text-quiet text-small">
              {[balance, PROVIDERS[account.provider].atZero].filter(Boolean).join('. ')}
            </span>
          )}
          {account.storedIn === 'memory' && (
            <span className="block text-amber text-small">{signInMessages.keptUntilQuit}</span>
          )}
        </p>
      </div>
      <Lack account={account} lacking="balance" />
      <AccountName account={account} />
      <GpuLoadSetting account={account} />
      <IdleStopSetting account={account} />
      {account.consoleUrl !== null && (
        <div>
          <ConsoleLink accountId={account.id} />
        </div>
      )}
      {isOwnService(account) && (
        <details>
          <summary className="w-fit cursor-pointer font-medium text-accent">
            {messages.advanced}
          </summary>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-2">
            <ConsoleUrl account={account} />
            {account.credential === 'apiKey' && <WriteKey account={account} />}
            <ServiceProfileEditor account={account} />
          </div>
        </details>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          label={messages.signInAgain}
          onClick={() => go({ kind: 'signIn', accountId: account.id })}
        />
        <SignOut accountId={account.id} label={label} />
      </div>
    </li>
  );
}

export function Accounts() {
  const accounts = useApp((app) => app.accounts);
  return (
    <ScreenFrame title={messages.title(accounts.length)}>
      <ul>
        {accounts.map((account) => (
          <AccountCard account={account} key={account.id} />
        ))}
      </ul>
      <div className="py-3">
        <Button label={messages.add} onClick={() => go({ kind: 'signIn', accountId: null })} />
      </div>
    </ScreenFrame>
  );
}

interface SignInProps {
  /** The account to sign in to again; null: a new one. */
  readonly accountId: string | null;
  /** The provider of a new account; null: not chosen yet. */
  readonly provider: ProviderId | null;
}

export function SignIn({ accountId, provider: chosen }: SignInProps) {
  const account = useAccount(accountId) ?? null;
  const provider = account?.provider ?? chosen;
  if (provider === null)
    return (
      <ScreenFrame title={messages.add}>
        <ProviderChoice />
      </ScreenFrame>
    );
  const name = account === null ? signInMessages.provider(provider) : printable(account.label);
  return (
    <ScreenFrame title={messages.signInTo(name)}>
      <SignInForm account={account} provider={provider} />
      {account !== null && <ConsoleLink accountId={account.id} />}
    </ScreenFrame>
  );
}
