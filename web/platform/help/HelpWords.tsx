import { t } from '../i18n/t.ts'
import type { GlossaryWord } from './glossary.ts'

/** Words of the glossary with what they mean. */
export function HelpWords({ words, wide = false }: { words: readonly GlossaryWord[]; wide?: boolean }) {
  return (
    <dl className={`grid gap-x-9 gap-y-4 ${wide ? 'md:grid-cols-2' : ''}`}>
      {words.map((word) => (
        <div key={word}>
          <dt className="font-strong">{t(`help.word.${word}`)}</dt>
          <dd className="pt-0.5 text-md text-ink-2">{t(`help.means.${word}`)}</dd>
        </div>
      ))}
    </dl>
  )
}
