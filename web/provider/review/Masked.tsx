import { useState } from 'react'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Form } from '../../platform/ui/forms/Form.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'

/** Says that personal data is masked, and takes the reason for which it is opened: it stays in the audit log. */
export function Masked({ onReason }: { onReason: (reason: string) => void }) {
  const [reason, setReason] = useState('')
  const words = reason.trim()
  return (
    <Form onSubmit={() => words.length >= 3 && onReason(words)} className="mb-6 grid gap-3 rounded-3 bg-sunken p-4">
      <Field label={t('review.masked.label')} help={t('review.masked.help')}>
        <TextInput value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <Button type="submit" className="justify-self-start" disabledReason={words.length < 3 ? t('review.masked.say') : null}>
        {t('review.masked.open')}
      </Button>
    </Form>
  )
}
