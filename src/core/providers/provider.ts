import type { VmList } from '../../shared/domain/account-state.ts';
import type { Spend, Usage } from '../../shared/domain/billing.ts';
import type { ServiceProfile, VmOperation } from '../../shared/domain/service-profile.ts';
import type { Vm } from '../../shared/domain/vm.ts';
import type { LaunchChoices, LaunchOrder, OrderAnswer } from '../../shared/launch/order.ts';
import type { GpuOffer, OfferReading, OfferWish } from '../../shared/offers/gpu-offer.ts';
import type { DayRange } from '../../shared/usage/day-range.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Secret } from '../secret.ts';
import type { Http } from './http/http.ts';
import type { IsOwnError } from './http/http-problem.ts';
import type { HttpAnswer, HttpRequest } from './http/request.ts';
import type { RequestPace } from './http/request-pace.ts';
import type { Session } from './session.ts';

export interface Renting {
  choices(offer: GpuOffer, signal?: AbortSignal): Promise<LaunchChoices>;
  /** The present offer, with a disk of that size; null: gone. @param offer `GpuOffer.offer` */
  quote(offer: string, diskGb: number | null, signal?: AbortSignal): Promise<GpuOffer | null>;
  /** Sends an order once, in every layer. Rejects only where nothing was sent. @param mark goes with the order, see `Vm.mark` */
  send(order: LaunchOrder, mark: string, password?: Secret): Promise<OrderAnswer>;
  /** By one request, which also needs the ordered name; absent: the list of VMs finds the VM. */
  findMarked?(
    mark: string,
    order: Pick<LaunchOrder, 'name'>,
    signal?: AbortSignal,
  ): Promise<VmList>;
  /** For a provider whose VMs carry no mark: a new VM that is as ordered is the launched one. */
  isAsOrdered?(vm: Vm, order: LaunchOrder): boolean;
  /** Adds the public part of a key to the account. Returns its id. */
  addSshKey?(name: string, publicKey: string, signal?: AbortSignal): Promise<string>;
}

type Operate = (vmId: string, signal?: AbortSignal) => Promise<void>;

/** One account's calls, each missing one a capability that the provider lacks. Reads may be repeated; operations and orders never are. */
export interface ProviderClient {
  listVms(signal?: AbortSignal): Promise<VmList>;
  /** Rejects with `notFound` without a request when `id` cannot be a VM id, and with `incompatible` for another VM's record. */
  getVm(id: string, signal?: AbortSignal): Promise<Vm>;
  /** The provider's own figures of the rate. Absent: the rate of an account is at least the sum of its VMs. */
  currentSpend?(signal?: AbortSignal): Promise<Spend>;
  /** @param hasLog with the log, where it is a part of its own, whose longest form takes a second of computing */
  usage?(range: DayRange, signal?: AbortSignal, hasLog?: boolean): Promise<Usage>;
  /** $; may be negative. */
  balance?(signal?: AbortSignal): Promise<number>;
  /** Sends an operation once. A response means accepted, not done. */
  readonly operations: Readonly<Partial<Record<VmOperation, Operate>>>;
  /** What can be rented now, as near to the wish as the provider can filter. */
  offers?(wish: OfferWish, signal?: AbortSignal): Promise<OfferReading>;
  readonly renting?: Renting;
  /** Shell functions with which a VM stops itself by its own key (`core/ssh/armed`). Absent: the provider gives it none. */
  readonly stopFromInside?: string;
}

/** The parts of a client. Both calls send the account's credential, if there is an account; `write` may send another one. */
export interface ProviderPorts {
  /** With a body it is a POST that changes nothing. */
  readonly read: (request: Omit<HttpRequest, 'method'>) => Promise<HttpAnswer>;
  readonly write: (request: HttpRequest) => Promise<HttpAnswer>;
  /** There is no account, and no credential is sent. */
  readonly isPublic?: boolean;
  /** Pace of the account. */
  readonly pace: Pick<RequestPace, 'isLimitKnown' | 'opensAt' | 'noteRateLimit'>;
  readonly clock: Clock;
  /** Maximum time of reading a list, waits for the rate limit included, ms. */
  readonly listMs: number;
  /** Called every few seconds while a long list is read. @param total null: unknown */
  readonly noteProgress?: (read: number, total: number | null) => void;
  /** Endpoints that the user added, of the only provider with such endpoints. */
  readonly profile: ServiceProfile | null;
}

/** A stored credential that a session replaces. */
export interface CredentialPorts {
  /** Called before each refresh, since another process may have refreshed. */
  readonly load: () => Promise<Secret>;
  /** Must not reject where that would lose the session. */
  readonly save: (credential: Secret) => Promise<void>;
  /**
   * Remembers across the end of the process that a refresh has begun. A rotated credential that never arrived or was not stored
   * is lost, as when Windows logs off, which ends us without notice. Absent: the session is not stored.
   */
  readonly begun?: {
    /** Resolves to whether it was set before: the last refresh did not end. Must not reject. */
    set(): Promise<boolean>;
    clear(): Promise<void>;
  };
  /** Prevents two processes from refreshing one account at the same time. */
  readonly withFileLock: <T>(run: () => Promise<T>) => Promise<T>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Sign-in by email and password, which ends in one credential to store. */
export interface PasswordLogin {
  /** Sends the password once. @throws ServiceError; `unauthorized` for a wrong email or password */
  signIn(http: Http, email: string, password: Secret, clock: Pick<Clock, 'now'>): Promise<Secret>;
  openSession(http: Http, ports: CredentialPorts): Session;
}

export interface Adapter {
  readonly open: (ports: ProviderPorts) => ProviderClient;
  /** The provider's own error form: no other refusal is final. */
  readonly isOwnError: IsOwnError;
  /** Absent: accounts sign in with API keys only. */
  readonly login?: PasswordLogin;
}
