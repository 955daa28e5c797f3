/** The images a VM can be made from (`service-api.md`, Templates). The VM's own record does not say which it was. */
export const TEMPLATES = [100, 101, 102, 103, 104] as const;

/** The `template_vmid` that a VM is created with. */
export type Template = (typeof TEMPLATES)[number];

/** What a template is, in a few words. */
export function templateName(template: Template): string {
  switch (template) {
    case 100:
      return 'Base image 22.04';
    case 101:
      return 'Base image 24.04';
    case 102:
      return 'Image generation';
    case 103:
      return 'Node-based generation';
    case 104:
      return 'Linux desktop';
  }
}

/**
 * Whether a VM may have a notebook to tunnel to: 100 and 101 are documented as SSH-only, and of a VM whose template nobody
 * has told, it is not known.
 */
export function mayHaveNotebook(template: Template | null): boolean {
  return template !== 100 && template !== 101;
}
