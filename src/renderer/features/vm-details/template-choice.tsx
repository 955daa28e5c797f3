import { TEMPLATES, type Template, templateName } from '../../../shared/domain/index.ts';
import { bridge } from '../../bridge.ts';
import { Choice, RefusalText, useRequest } from '../../ui/index.ts';

const NOT_KNOWN = 'notKnown';

const OPTIONS: readonly { readonly value: Template | typeof NOT_KNOWN; readonly label: string }[] =
  [
    { value: NOT_KNOWN, label: 'Not known' },
    ...TEMPLATES.map((value) => ({ value, label: `${value} · ${templateName(value)}` })),
  ];

interface TemplateChoiceProps {
  readonly accountId: string;
  readonly vmId: string;
  readonly template: Template | null;
}

/** What the VM was made from: the one fact of it that only its owner knows. */
export function TemplateChoice({ accountId, vmId, template }: TemplateChoiceProps) {
  const { refusal, ask } = useRequest<void>();
  return (
    <div className="grid gap-1">
      <Choice
        label="Template"
        onChange={(value) =>
          void ask(
            bridge.setVmTemplate({
              accountId,
              vmId,
              template: value === NOT_KNOWN ? null : value,
            }),
          )
        }
        options={OPTIONS}
        value={template ?? NOT_KNOWN}
      />
      <p className="text-quiet text-small">
        The service does not say what a VM was made from. It decides which login of the settings
        holds, and whether there is a notebook.
      </p>
      <RefusalText refusal={refusal} />
    </div>
  );
}
