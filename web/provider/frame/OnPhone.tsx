/** The name of a column beside its value: on a phone a row is a card without a head. */
export function OnPhone({ label }: { label: string }) {
  return <span className="text-sm font-normal text-ink-3 md:hidden">{label}</span>
}
