import { createSocket } from 'node:dgram';
import { chromium, type Page } from '@playwright/test';
import { CHROMIUM } from '../../chromium.ts';
import { expect, signedInPanel, test } from '../fixture/index.ts';

test.use({ service: { vms: 0 } });

/**
 * Runs code in the page and resolves to its outcome. Runs it in a timer, since a debugger's evaluation bypasses the policy.
 *
 * @param withinMs how long to wait for an outcome
 */
async function attack(panel: Page, code: string, withinMs = 15_000): Promise<unknown> {
  return panel.evaluate(`new Promise((resolve) => {
    const note = (value) => resolve(String(value));
    document.addEventListener('securitypolicyviolation', (event) => note('violates ' + event.effectiveDirective));
    setTimeout(() => { try { ${code} } catch (error) { note(error.name); } }, 0);
    setTimeout(() => note('nothing happened'), ${withinMs});
  })`);
}

/** Addresses outside the bundle. */
const OUTSIDE = [
  'app://bundle/../../package.json',
  'app://bundle/%2e%2e/%2e%2e/package.json',
  'app://bundle/..%2f..%2fpackage.json',
  'app://bundle/..%5c..%5cpackage.json',
  'app://bundle//etc/passwd',
  'app://bundle/../main/index.js',
  'app://other/index.html',
];

/** Code of each attack, and its outcome. */
const ATTACKS: readonly (readonly [code: string, outcome: RegExp])[] = [
  [
    `const script = document.createElement('script');
    script.append('window.owned = true');
    document.head.append(script);`,
    /^(violates|TypeError)/,
  ],
  [
    `document.body.innerHTML = '<img src=x onerror="window.owned = true">';`,
    /^(violates|TypeError)/,
  ],
  [`note('ran ' + eval('1 + 1'));`, /^(violates|EvalError|TypeError)/],
  [`note('ran ' + new Function('return 2')());`, /^(violates|EvalError|TypeError)/],
  [
    `const frame = document.createElement('iframe');
    frame.src = 'https://example.com/';
    document.body.append(frame);`,
    /^violates (frame|child|default)-src/,
  ],
];

/** Offers a data channel through a STUN server on this computer, and resolves to the number of UDP packets that reached it. */
async function packetsOf(page: Page): Promise<number> {
  const server = createSocket('udp4');
  let packets = 0;
  server.on('message', () => {
    packets += 1;
  });
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  await page.evaluate(`(async () => {
    const urls = 'stun:127.0.0.1:${server.address().port}';
    const connection = new RTCPeerConnection({ iceServers: [{ urls }] });
    connection.createDataChannel('data');
    const gathered = new Promise((resolve) => {
      connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && resolve();
      // The requests are repeated, since nothing answers.
      setTimeout(resolve, 2_000);
    });
    await connection.setLocalDescription(await connection.createOffer());
    await gathered;
    connection.close();
  })()`);
  server.close();
  return packets;
}

test('the page withstands scripts, frames, requests, navigation and new windows, and sees only the bridge and the bundle; a foreign page is refused', async ({
  launch,
  simulator,
}) => {
  const app = await launch();
  const panel = await app.panel();
  const request = `fetch('${simulator.baseUrl}/pricing').then(() => note('sent'), () => {});`;
  for (const [code, outcome] of [...ATTACKS, [request, /^violates connect-src$/] as const]) {
    await panel.reload();
    expect(await attack(panel, code)).toMatch(outcome);
    expect(await panel.evaluate('window.owned')).toBe(undefined);
  }
  expect(simulator.control.state().requests.log).toEqual([]);
  expect(
    await panel.evaluate(
      '[typeof require, typeof process, typeof module, typeof Buffer, Object.isFrozen(window.gpuTray)]',
    ),
  ).toEqual(['undefined', 'undefined', 'undefined', 'undefined', true]);

  expect((await app.fetchApp('app://bundle/index.html')).status).toBe(200);
  for (const url of OUTSIDE) {
    const { status, body } = await app.fetchApp(url);
    expect([url, status]).toEqual([url, 404]);
    expect(body).not.toContain('electron');
  }

  // The CSP does not cover WebRTC.
  expect(await packetsOf(panel)).toBe(0);
  expect((await app.windows()).map(({ webRtcPolicy }) => webRtcPolicy)).toEqual([
    'disable_non_proxied_udp',
  ]);
  const other = await chromium.launch(CHROMIUM);
  expect(await packetsOf(await other.newPage())).toBeGreaterThan(0);
  await other.close();

  const address = panel.url();
  const targets = [`${simulator.baseUrl}/pricing`, 'data:text/html,owned', 'file:///etc/passwd'];
  // One after the other, since a navigation cancels the one before.
  const leaving = targets.map(
    (target, index) => `setTimeout(() => { location.href = '${target}'; }, ${500 * index});`,
  );
  expect(await attack(panel, leaving.join('\n'), 2_500)).toBe('nothing happened');
  expect(panel.url()).toBe(address);
  expect(await attack(panel, `note(window.open('${simulator.baseUrl}/pricing'));`)).toBe('null');
  expect(simulator.control.state().requests.log).toEqual([]);
  expect((await app.desktop()).openedUrls).toEqual([]);

  await signedInPanel(app, simulator);
  const foreign = await app.foreignPage();
  const outcome = await foreign.evaluate(`(async () => {
    const received = [];
    window.gpuTray.watch({
      start: () => received.push('start'),
      patch: () => received.push('patch'),
      go: () => received.push('go'),
    });
    const answers = [];
    for (const ask of [
      () => window.gpuTray.refresh({ accountId: null }),
      () => window.gpuTray.changePreferences({ hideAmounts: true }),
      () => window.gpuTray.hidePanel(),
    ]) {
      try { answers.push((await ask()).ok ? 'done' : 'refused'); } catch { answers.push('refused'); }
    }
    return { answers, received };
  })()`);
  expect(outcome).toEqual({
    answers: ['refused', 'refused', 'refused'],
    received: [],
  });
  await expect(panel.getByRole('heading', { name: /Spending now/ })).toContainText('$');
});
