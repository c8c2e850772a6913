type LanguageSelectProps = {
  label: string
  /** Codes and native names. */
  choices: readonly { code: string; name: string }[]
  chosen: string
  onChoose: (code: string) => void
}

/** The languages by their native names, at the foot of a page; hidden when there is only one. */
export function LanguageSelect({ label, choices, chosen, onChoose }: LanguageSelectProps) {
  if (choices.length < 2) return null
  return (
    <select
      aria-label={label}
      className="min-h-6 max-w-full cursor-pointer bg-transparent text-sm text-ink-2 max-md:min-h-11"
      value={chosen}
      onChange={({ currentTarget: { value } }) => onChoose(value)}
    >
      {choices.map(({ code, name }) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  )
}
