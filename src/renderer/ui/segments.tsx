interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly name: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}

export function Segments<T extends string>(props: SegmentsProps<T>) {
  const { label, name, value, options, onChange } = props;
  return (
    <fieldset className="flex flex-wrap gap-0.5 rounded-lg bg-hover p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          className="flex min-h-7 grow basis-11 items-center justify-center rounded-md border border-transparent px-1 whitespace-nowrap text-center text-quiet has-checked:border-edge has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
          key={option.value}
        >
          <input
            checked={value === option.value}
            className="sr-only"
            name={name}
            onChange={() => onChange(option.value)}
            type="radio"
            value={option.value}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
