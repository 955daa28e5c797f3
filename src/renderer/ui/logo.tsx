export function Logo() {
  return (
    <svg
      aria-hidden="true"
      className="size-7 fill-none stroke-current"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="2"
      viewBox="0 0 32 32"
    >
      <path d="M8 8h16v16H8z" />
      <path d="M12 4v4m8-4v4m-8 16v4m8-4v4M4 12h4m-4 8h4m16-8h4m-4 8h4" />
      <path d="M13 20v-3m3 3v-8m3 8v-5" />
    </svg>
  );
}
