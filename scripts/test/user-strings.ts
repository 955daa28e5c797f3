import { parseSync } from 'vite';

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Their literals are paths and types. */
const SKIPPED = /^(Import|ExportAll|TSLiteralType)/;

/** The text of a literal, of a template with `{}` for each value, or of JSX; null: another node. */
function textOf({ type, value, quasis }: Node): string | null {
  if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') return value;
  if (type !== 'TemplateLiteral' || !Array.isArray(quasis)) return null;
  return quasis.map((quasi) => quasi.value.cooked).join('{}');
}

/** Every text with a space in the code of a file: what people read, and little else. Comments are none. */
export function userStrings(file: string, code: string): readonly string[] {
  const texts: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isNode(value) || SKIPPED.test(value.type)) return;
    const text = textOf(value)?.trim().replaceAll(/\s+/g, ' ') ?? '';
    if (text.includes(' ')) texts.push(text);
    Object.values(value).forEach(visit);
  };
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  visit(program);
  return texts;
}
