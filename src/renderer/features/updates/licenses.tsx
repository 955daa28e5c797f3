import { licenses } from 'virtual:licenses';

export function Licenses() {
  return (
    <>
      <p className="py-1.5">
        GPU Tray is open source under the MIT license. It includes these packages:
      </p>
      <ul>
        {licenses.map(({ packages, license, text }) => (
          <li key={packages.join()}>
            <details>
              <summary className="break-words rounded-md py-1.5">
                {packages.join(', ')} <span className="text-quiet">{license}</span>
              </summary>
              <p className="code-font whitespace-pre-wrap break-words pb-2 text-quiet select-text">
                {text}
              </p>
            </details>
          </li>
        ))}
      </ul>
      <p className="py-1.5 text-quiet text-small">
        Electron includes Chromium, whose licenses are in LICENSES.chromium.html of Electron.
      </p>
    </>
  );
}
