import { languageNames, languages, type Language } from '#domain/platform/languages'
import { t } from '../../platform/i18n/t.ts'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Textarea } from '../../platform/ui/forms/Textarea.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import type { Draft, DraftProblems, Written } from './draft.ts'

type TextFieldsProps = { texts: Draft['texts']; problems: DraftProblems; onChange: (texts: Draft['texts']) => void }

/** Title and text in Spanish, and in the other languages if wanted. */
export function TextFields({ texts, problems, onChange }: TextFieldsProps) {
  const others = languages.filter((language) => language !== 'es')
  const fields = (language: Language) => (
    <OneLanguage
      language={language}
      written={texts[language] ?? { title: '', text: '' }}
      problem={problems[language] ?? null}
      onChange={(written) => onChange({ ...texts, [language]: written })}
    />
  )
  return (
    <>
      {fields('es')}
      <details className="rounded-3 border border-line px-4 py-1" open={others.some((language) => problems[language]) || undefined}>
        <summary className="cursor-pointer py-2 text-md max-md:py-3">{t('announcements.others')}</summary>
        <p className="py-2 text-sm text-ink-3">{t('announcements.othersHelp')}</p>
        <div className="grid gap-5">
          {others.map((language) => (
            <div key={language}>{fields(language)}</div>
          ))}
        </div>
      </details>
    </>
  )
}

type OneLanguageProps = { language: Language; written: Written; problem: string | null; onChange: (written: Written) => void }

function OneLanguage({ language, written, problem, onChange }: OneLanguageProps) {
  const required = language === 'es'
  return (
    <fieldset className="grid min-w-0 gap-3" lang={language}>
      <legend className="pb-1 text-sm font-medium text-ink-2">{required ? t('announcements.es') : languageNames[language]}</legend>
      <Field
        label={t('announcements.subject')}
        error={problem !== null && written.title.trim() === '' ? problem : null}
        required={required}
      >
        <TextInput maxLength={120} value={written.title} onChange={(event) => onChange({ ...written, title: event.target.value })} />
      </Field>
      <Field label={t('announcements.text')} error={problem !== null && written.text.trim() === '' ? problem : null} required={required}>
        <Textarea maxLength={1_000} value={written.text} onChange={(event) => onChange({ ...written, text: event.target.value })} />
      </Field>
    </fieldset>
  )
}
