/** The body of `POST /vms`, with the rules of `service-api.md` in its types; `storageGb` is at least 50. */
export interface VmOrder {
  readonly node: string;
  readonly gpuType: string;
  readonly gpuCount: 1 | 2 | 4 | 8;
  readonly storageGb: number;
  readonly templateVmid: number;
  readonly rental:
    | { readonly type: 'on_demand' }
    | { readonly type: 'interruptible' }
    | { readonly type: 'reserved'; readonly months: 1 | 3 | 6 };
  readonly login: /** Without an id the service takes the oldest SSH key of the user. */
    | { readonly method: 'ssh_key'; readonly sshKeyId: string | null }
    | { readonly method: 'password' };
}
