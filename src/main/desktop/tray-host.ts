import { type Clock, createTimer } from '../../core/clock.ts';
import type { TrayAnswer } from './query-tray-host.ts';

export interface TrayHostPorts {
  query(): Promise<TrayAnswer | null>;
  /** Whether there may be a tray that is not on the bus: the older one of X11. */
  readonly hasOlderTray: boolean;
  readonly clock: Clock;
  createIcon(): void;
  /** The icon came or went; it counts as there until the first query. */
  onChange(hasTray: boolean): void;
}

export type TrayHost = ReturnType<typeof createTrayHost>;

const BETWEEN_TRIES_MS = 1000;
/** While there is no tray. */
const LATER_MS = 30_000;
/** How long an icon may take to appear on the bus. */
const REGISTERING_MS = 5_000;

/** ms to wait for a tray. At login on Wayland the desktop may still be starting; elsewhere its tray finds an older icon later. */
export function trayPatience(isWayland: boolean, isAtLogin: boolean): number {
  return isWayland && isAtLogin ? 15_000 : 3_000;
}

/** Whether the desktop shows our icon. Chromium chooses the kind of tray once, at its creation, so it is created once there is a tray. */
export function createTrayHost(ports: TrayHostPorts) {
  const { query, clock } = ports;
  let known = true;
  let patientUntil = Number.POSITIVE_INFINITY;
  let createdAt: number | null = null;
  let isOlderKind = false;
  /** In a tray that is not on the bus. */
  let isClicked = false;
  let hasStopped = false;
  const next = createTimer(clock);
  const decided = Promise.withResolvers<void>();

  function learn(hasTray: boolean): void {
    if (known === hasTray) return;
    known = hasTray;
    ports.onChange(hasTray);
  }

  /** Creates the icon where there is a tray, and when patience has ended also where there may be one. */
  function createIcon(answer: TrayAnswer | null, isPatient: boolean): void {
    const exists = answer === 'host' || answer === 'icon';
    const mayBeThere = !isPatient && (answer === null || ports.hasOlderTray);
    // An icon created before the StatusNotifier host uses XEmbed and must be recreated.
    const isDue = createdAt === null ? exists || mayBeThere : isOlderKind && answer === 'host';
    if (!isDue) return;
    isOlderKind = !exists;
    createdAt = clock.monotonic();
    ports.createIcon();
  }

  const isRegistering = (answer: TrayAnswer | null) =>
    answer === 'host' && createdAt !== null && clock.monotonic() - createdAt < REGISTERING_MS;

  /** Queries once; no answer keeps the last one. */
  async function look(): Promise<boolean> {
    const answer = await query();
    if (hasStopped) return known;
    const isPatient = clock.monotonic() < patientUntil;
    createIcon(answer, isPatient);
    const isWaiting = createdAt === null ? isPatient : isRegistering(answer);
    if (answer === 'icon') isClicked = false;
    if (answer !== null && !isRegistering(answer)) learn(isClicked || answer === 'icon');
    if (!isWaiting) decided.resolve();

    next.clear();
    const isSettled = !isWaiting && createdAt !== null && known;
    const delay = isWaiting ? BETWEEN_TRIES_MS : LATER_MS;
    if (!isSettled) next.set(delay, () => void look());
    return known;
  }

  return {
    /** The result of the last query; true before the first. */
    hasTray: () => known,
    look,
    /** Queries until the icon is shown, then creates it anyway where it may be shown. Resolves after the first query. */
    async start(patienceMs: number): Promise<void> {
      patientUntil = clock.monotonic() + patienceMs;
      await look();
    },
    /** Whether the icon is shown, once `start` found out. */
    async decided(): Promise<boolean> {
      await decided.promise;
      return known;
    },
    /** The icon was clicked, so it is visible. */
    clicked(): void {
      isClicked ||= !known;
      learn(true);
    },
    stop(): void {
      hasStopped = true;
      next.clear();
    },
  };
}
