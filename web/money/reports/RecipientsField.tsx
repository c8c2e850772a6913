import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { t } from '../../platform/i18n/t.ts'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { addRecipients, maxRecipients, type RecipientProblem } from './recipientList.ts'

type RecipientsFieldProps = {
  list: readonly string[]
  onChange: (list: readonly string[]) => void
  /** Typed text that is not in the list yet; the form must not be submitted without it. */
  pending: string
  onPending: (text: string) => void
  /** Server-side validation error. */
  refused?: string | undefined
}

/** Recipients of the report's link: typed or pasted, each validated as soon as a separator follows. */
export function RecipientsField({ list, onChange, pending, onPending, refused }: RecipientsFieldProps) {
  const [problem, setProblem] = useState<RecipientProblem | null>(null)

  /** `isTyping`: typing continues after a rejected address. */
  function add(text: string, isTyping = false) {
    const result = addRecipients(list, text)
    if (result.list.length !== list.length) onChange(result.list)
    onPending(isTyping && result.rest !== '' ? `${result.rest}, ` : result.rest)
    setProblem(result.problem)
  }
  const full = list.length >= maxRecipients
  const shownProblem = problem ?? (full && pending.trim() !== '' ? 'tooMany' : null)
  return (
    <div>
      <Field
        label={t('reports.recipients')}
        help={t('reports.recipients.help')}
        error={shownProblem === null ? refused : t(`reports.recipients.${shownProblem}`)}
        aside={list.length > 0 && <span className="text-ink-3">{t('reports.recipients.count', { count: list.length })}</span>}
      >
        <TextInput
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={t('reports.recipients.example')}
          value={pending}
          onChange={(event) => {
            const text = event.target.value
            const pasted = text.length > pending.length + 1
            if (/[\s,;]$/.test(text) && text.length > pending.length) return add(text, true)
            if (pasted && /[\s,;]/.test(text)) return add(text)
            setProblem(null)
            onPending(text)
          }}
          // A complete address is not moved on blur: the layout shift would move the button from under the pointer.
          onBlur={() => setProblem(addRecipients(list, pending).problem)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && pending.trim() !== '') {
              event.preventDefault()
              add(pending)
            }
            if (event.key === 'Backspace' && pending === '' && list.length > 0) onChange(list.slice(0, -1))
          }}
        />
      </Field>
      {list.length > 0 && (
        <ul aria-label={t('reports.recipients')} className="flex flex-wrap gap-2 pt-2 text-md">
          {list.map((email) => (
            <li key={email} className="inline-flex max-w-full items-center rounded-2 bg-accent-soft">
              <span className="truncate py-1 pl-2.5">{email}</span>
              <button
                type="button"
                aria-label={t('reports.recipients.remove', { email })}
                className="grid size-7.5 flex-none place-items-center text-accent-ink max-md:size-11"
                onClick={() => onChange(list.filter((one) => one !== email))}
              >
                <X aria-hidden className="size-3.75" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
