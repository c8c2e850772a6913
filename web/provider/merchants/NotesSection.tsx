import { useState } from 'react'
import { type ConsoleAccountDetail, consoleNoteAdd } from '#contract/provider/merchants'
import { joinTexts } from '#domain/platform/direction'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Form } from '../../platform/ui/forms/Form.tsx'
import { Textarea } from '../../platform/ui/forms/Textarea.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'

/** Notes of staff, newest first; the merchant never sees them. */
export function NotesSection({ account: { id: accountId, notes } }: { account: ConsoleAccountDetail }) {
  const [text, setText] = useState('')
  const add = useConsoleWrite(consoleNoteAdd, { onDone: () => setText(''), done: t('consoleMerchants.note.done') })
  const submit = () => {
    if (text.trim() !== '') add.send({ params: { accountId }, body: { text: text.trim() } })
  }
  return (
    <FormSection title={t('consoleMerchants.notes')}>
      <Form className="grid gap-3" onSubmit={submit}>
        <Field label={t('consoleMerchants.note')} help={t('consoleMerchants.note.help')} error={add.fieldProblem('text')}>
          <Textarea rows={2} maxLength={2000} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        {text.trim() !== '' && (
          <div>
            <Button type="submit" size="small" busy={add.busy} busyLabel={t('shell.sending')}>
              {t('consoleMerchants.note.add')}
            </Button>
          </div>
        )}
        {add.problem && <ErrorBanner>{add.problem}</ErrorBanner>}
      </Form>
      <ul className="mt-4 grid gap-4">
        {notes.map(({ id, text: body, author, createdAt }) => (
          <li key={id}>
            <p className="text-md whitespace-pre-line wrap-anywhere">{body}</p>
            <p className="text-sm text-ink-3">{joinTexts([author, nearTime(createdAt)], ' · ')}</p>
          </li>
        ))}
      </ul>
    </FormSection>
  )
}
