import { confirmedVms, vmsOf } from '../../shared/domain/account-state.ts';
import type { Spend } from '../../shared/domain/billing.ts';
import type { Problem } from '../../shared/domain/problem.ts';
import { mayAnswerLogin, type Vm, type VmFacts, vmName, vmNumber } from '../../shared/domain/vm.ts';
import { type VmLogin, vmKey } from '../../shared/ssh/ssh-state.ts';
import type { AppState } from '../../shared/state/index.ts';
import { figuresOf, shownRate } from '../../shared/usage/figures.ts';
import { isoTime } from '../output.ts';
import { problemLine } from '../problems.ts';
import { type AccountView, accountIssues, issueLine, shownCosts, viewsOf } from './account-view.ts';

function problemJson(problem: Problem, message: string) {
  const at = 'retryAt' in problem ? problem.retryAt : null;
  return { kind: problem.kind, message, retryAt: isoTime(at) };
}

/** The worst problem of an account, with the texts of all. */
function accountProblemJson(issues: ReturnType<typeof accountIssues>) {
  const failed = issues.filter(({ problem }) => problem !== null);
  const problem = failed[0]?.problem ?? null;
  return problem === null ? null : problemJson(problem, failed.map(issueLine).join(' '));
}

function factsJson({
  Number: vmid = null,
  Owner: userId = null,
  Location: place = null,
  Node: node = place,
  Rental: rentalType = null,
  Reservation: reservationId = null,
  'PCIe generation': pcieGen = null,
  ...others
}: VmFacts) {
  const facts = Object.entries(others).flatMap(([label, fact]) =>
    fact === null ? [] : { label, text: String(fact) },
  );
  // The API's word, such as on_demand.
  const rental = typeof rentalType === 'string' ? rentalType.replaceAll(' ', '_') : rentalType;
  const fields = { vmid, userId, node, rentalType: rental, reservationId, pcieGen };
  return { ...fields, ...(facts.length > 0 && { facts }) };
}

export function vmJson(vm: Vm, login: VmLogin | undefined) {
  const {
    phase,
    effects,
    facts,
    rates,
    billed: { perHour: billedPerHour, ...parts },
    defaultName: _,
    order: __,
    hasRunKeys: ___,
    isStartRounded: ____,
    isRunIntended: _____,
    ...fields
  } = vm;
  const perHour = rates.running?.perHour ?? null;
  const isNamed = phase !== vm.status && phase !== 'unknown';
  return {
    ...fields,
    ...(fields.login && !mayAnswerLogin(vm) && { login: null }),
    ...factsJson(facts),
    hourlyRate: perHour,
    gpuHourlyRate: rates.gpuPerHour ?? null,
    storageHourlyRate: rates.storagePerHour ?? null,
    /** Where the provider has another word for it. */
    ...(isNamed && { phase }),
    /** Of providers whose records say what is possible now. */
    ...(vm.operations && { effects, cost: rates.now, stoppedCost: rates.stopped }),
    label: vmName(vm),
    instanceLabel: vm.label,
    alias: login?.alias ?? null,
    /** The full price; a stopped VM is billed for less. */
    ratePerHour: perHour,
    billedPerHour,
    ...parts,
    ssh: login?.command ?? null,
  };
}

function spendJson(spend: Spend | null) {
  if (spend === null) return null;
  const { perDay, perMonth, runningVms, lastUpdated, isAtLeast = false } = spend;
  const vms = spend.vms.map(({ defaultName, ...vm }) => ({ vmid: vmNumber(defaultName), ...vm }));
  return { perHour: shownRate(spend), perDay, perMonth, runningVms, lastUpdated, vms, isAtLeast };
}

function accountJson(app: AppState, account: AccountView, now: number) {
  const { id, provider, name, label, status, state } = account;
  const confirmed = confirmedVms(state);
  const current = status === 'retrying' ? 'live' : status;
  return {
    id,
    provider,
    name,
    label,
    status: current === 'outOfDate' ? 'stale' : current,
    problem: accountProblemJson(accountIssues(app, now, id)),
    vms: confirmed.map((vm) => vmJson(vm, app.vmSshAccess[vmKey(id, vm.id)])),
    unconfirmed: vmsOf(state).length - confirmed.length,
    complete: state.vms.value?.isComplete ?? null,
    skipped: state.vms.value?.skipped ?? 0,
    spend: spendJson(state.spend.value),
  };
}

/** The object that `status --json` prints. Scripts rely on it: keys may be added, not changed. */
export function statusJson(app: AppState, now: number) {
  const { running, shownRate: ratePerHour, isAtLeast, perDay, perMonth } = figuresOf(app);
  const costs = shownCosts(app, now);
  return {
    accounts: viewsOf(app).map((account) => accountJson(app, account, now)),
    totals: {
      running,
      ratePerHour,
      isAtLeast,
      perDay,
      perMonth,
      today: costs.today.amount,
      month: costs.month.amount,
      forecast: costs.forecast,
      costsAreAtLeast: costs.month.isAtLeast || costs.today.isAtLeast,
      costProblem:
        costs.problem && problemJson(costs.problem, problemLine(costs.problem, { at: 'spend' })),
    },
  };
}
