import { useState } from 'react'
import { keyLeaked } from '#contract/preferences'
import { madridDay } from '#domain/dates'
import { newKey } from '../api/call.ts'
import { write } from '../api/write.ts'
import { t } from '../i18n/t.ts'
import { failureText } from '../operation/FailureCard.tsx'
import { ModeTag } from '../operation/ModeTag.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { DateInput } from '../ui/DateInput.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { useKeyVerb } from './useKeyVerb.ts'

type LeakedKeyModalProps = { onClose: () => void; onMade: (made: { token: string; since: string }) => void }

/** The private key is in strange hands: it ends now, a new one is shown, and what was done with it is listed (product PRE-12). */
export function LeakedKeyModal({ onClose, onMade }: LeakedKeyModalProps) {
  const [today] = useState(() => madridDay(new Date()))
  const [since, setSince] = useState<string | null>(today)
  // One key for one opening: pressing again after a lost answer shows the same new key.
  const [attempt] = useState(newKey)
  const { run, error, busy } = useKeyVerb(t('preferences.why.leaked'))
  const wrongDay = since === null || since > today

  async function change() {
    if (wrongDay) return
    const made = await run((params) => write(keyLeaked, { params: { ...params, kind: 'private' }, key: attempt }))
    if (made) onMade({ token: made.token, since })
  }
  return (
    <Dialog
      title={t('preferences.leaked.title')}
      tag={<ModeTag />}
      subtitle={t('preferences.leaked.about')}
      closeLabel={t('operations.close')}
      firstFocus="button[type=submit]"
      onClose={onClose}
      onSubmit={() => void change()}
      note={t('preferences.leaked.note')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('operations.back')}
          </Button>
          <Button type="submit" variant="filled" busy={busy} busyLabel={t('preferences.leaked.busy')}>
            {t('preferences.leaked.verb')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <Field
          label={t('preferences.leaked.since')}
          help={t('preferences.leaked.since.help')}
          error={wrongDay ? t('preferences.leaked.since.wrong') : undefined}
          required
        >
          <DateInput value={since} max={today} pickerLabel={t('preferences.leaked.since.pick')} onChange={(day) => setSince(day)} />
        </Field>
        {error !== null && (
          <Banner tone="error" live>
            {failureText(error)}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
