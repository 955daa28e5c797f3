import type { FoundProgram } from '../../../shared/app/index.ts';
import { goToSettings } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { Button } from '../../ui/index.ts';

const list = new Intl.ListFormat('en');

interface SshNameProps {
  readonly alias: string;
  /** Those of the editors found that can open the VM. */
  readonly usable: readonly FoundProgram[];
}

/** The VM's name in ssh, and what is missing where ssh does not know it yet. */
export function SshName({ alias, usable }: SshNameProps) {
  const include = useApp(({ ssh }) => ssh.include);
  const editors = useApp(({ ssh }) => ssh.editors);
  if (include === 'active') return <p className="code-font break-all select-text">ssh {alias}</p>;
  const missing = editors.filter((editor) => !usable.includes(editor)).map(({ name }) => name);
  return (
    <p className="text-small">
      Its name will be <code className="code-font break-all select-text">{alias}</code>, once ssh
      knows the names. {missing.length > 0 && `${list.format(missing)} can be offered then, too. `}
      <Button onClick={() => goToSettings('sshNames')} tone="link">
        Let ssh know the names
      </Button>
    </p>
  );
}
