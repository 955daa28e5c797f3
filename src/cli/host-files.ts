import type { Ssh, SshHost, SshNews } from '../core/ssh/index.ts';
import { filesTrouble } from './files-trouble.ts';

/** The hosts after news; or why they could not be written, as a sentence with the next step. */
export type Updated =
  | { readonly ok: true; readonly hosts: readonly SshHost[] }
  | { readonly ok: false; readonly trouble: string };

/** The hosts as ssh's files have them; none where the files cannot be read. */
export async function rememberedHosts({ hosts, places }: Ssh): Promise<readonly SshHost[]> {
  try {
    return await hosts.load();
  } catch (error) {
    // What is not foreseen is thrown again in there.
    filesTrouble(places.folder, error);
    return [];
  }
}

/** Brings ssh's files up to date, as the app does. */
export async function updateHosts({ hosts, places }: Ssh, news: SshNews): Promise<Updated> {
  try {
    return { ok: true, hosts: await hosts.update(news) };
  } catch (error) {
    return { ok: false, trouble: filesTrouble(places.folder, error) };
  }
}
