/** Generated while building, by `scripts/build/licenses.ts`. */
declare module 'virtual:licenses' {
  interface License {
    /** Such as `react 19.3.1`. */
    readonly packages: readonly string[];
    /** SPDX identifier. */
    readonly license: string;
    readonly text: string;
  }
  export const licenses: readonly License[];
}
