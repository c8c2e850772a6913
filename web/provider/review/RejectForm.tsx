import { type ReactNode, useState } from 'react'
import { t, tOr } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Chip } from '../../platform/ui/tables/Chip.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Textarea } from '../../platform/ui/forms/Textarea.tsx'
import { useKeys } from '../frame/useKeys.ts'

type RejectFormProps<Reason extends string> = {
  title: string
  /** Reasons to choose from; without any, words are needed. */
  reasons: readonly Reason[]
  verb: string
  busy: boolean
  problem: string | null
  /** The message that it sends. */
  renderLetter: (reason: Reason | null, words: string) => ReactNode
  onBack: () => void
  onSend: (reason: Reason | null, words: string) => void
}

/** Why something is not accepted: a reason by its number, and words that the owner reads. */
export function RejectForm<Reason extends string>(props: RejectFormProps<Reason>) {
  const { title, reasons, verb, busy, problem, renderLetter, onBack, onSend } = props
  const [reason, setReason] = useState<Reason | null>(null)
  const [words, setWords] = useState('')
  useKeys({ Escape: onBack, ...Object.fromEntries(reasons.map((one, index) => [String(index + 1), () => setReason(one)])) })
  const missing = reasons.length > 0 ? reason === null && t('review.reject.choose') : words.trim() === '' && t('review.reject.say')
  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!missing) onSend(reason, words.trim())
      }}
    >
      {reasons.length > 0 && (
        <fieldset>
          <legend className="mb-2 text-sm text-ink-2">{title}</legend>
          <div className="flex flex-wrap gap-1.5">
            {reasons.map((one, index) => (
              <Chip key={one} pressed={one === reason} onClick={() => setReason(one)}>
                <span aria-hidden className="text-ink-3">
                  {index + 1}
                </span>
                {tOr(`review.reason.${one}`, 'review.reject.other')}
              </Chip>
            ))}
          </div>
        </fieldset>
      )}
      <Field label={reasons.length > 0 ? t('review.reject.note') : title} help={t('review.reject.help')}>
        <Textarea
          value={words}
          maxLength={300}
          rows={2}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onBack()}
          autoFocus={reasons.length === 0}
        />
      </Field>
      {!missing && renderLetter(reason, words)}
      {problem !== null && (
        <p role="alert" className="text-sm text-danger-ink">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2 *:flex-1">
        <Button onClick={onBack}>{t('shell.back')}</Button>
        <Button type="submit" variant="filled" busy={busy} busyLabel={t('review.sending')} disabledReason={missing || null}>
          {verb}
        </Button>
      </div>
    </form>
  )
}
