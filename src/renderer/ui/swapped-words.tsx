interface SwappedWordsProps {
  readonly usual: string;
  /** What stands there for a moment. */
  readonly other: string;
  readonly isOther: boolean;
}

/** One of two texts, as wide as the longer one: a button that says how it goes keeps its width. */
export function SwappedWords({ usual, other, isOther }: SwappedWordsProps) {
  return (
    <span className="grid">
      <span className={`col-start-1 row-start-1 ${isOther ? 'invisible' : ''}`}>{usual}</span>
      <span className={`col-start-1 row-start-1 ${isOther ? '' : 'invisible'}`}>{other}</span>
    </span>
  );
}
