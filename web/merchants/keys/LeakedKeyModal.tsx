import { useState } from 'react'
import { keyLeaked } from '#contract/merchants/preferences'
import { madridDay } from '#domain/platform/dates'
import { newKey } from '../../platform/api/call.ts'
import { write } from '../../platform/api/write.ts'
import { serverNow } from '../../platform/api/serverClock.ts'
import { t } from '../../platform/i18n/t.ts'
import { DateInput } from '../../platform/ui/forms/DateInput.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import { useKeyAction } from './useKeyAction.ts'

type LeakedKeyModalProps = { onClose: () => void; onMade: (created: { token: string; since: string }) => void }

/** For a leaked private key: revokes it at once, shows a new one, and lists what was done with it. */
export function LeakedKeyModal({ onClose, onMade }: LeakedKeyModalProps) {
  const [today] = useState(() => madridDay(serverNow()))
  const [since, setSince] = useState<string | null>(today)
  // One idempotency key per opening: a retry after a lost answer shows the same new key.
  const [attempt] = useState(newKey)
  const { run, error, busy } = useKeyAction(t('preferences.why.leaked'))
  const wrongDay = since === null || since > today

  async function change() {
    if (wrongDay) return
    const created = await run((params) => write(keyLeaked, { params: { ...params, kind: 'private' }, key: attempt }))
    if (created) onMade({ token: created.token, since })
  }
  return (
    <KeyDialog
      title={t('preferences.leaked.title')}
      about={t('preferences.leaked.about')}
      note={t('preferences.leaked.note')}
      verb={t('preferences.leaked.verb')}
      busy={busy}
      busyLabel={t('preferences.leaked.busy')}
      error={error}
      firstFocus="button[type=submit]"
      onRun={() => void change()}
      onClose={onClose}
    >
      <Field
        label={t('preferences.leaked.since')}
        help={t('preferences.leaked.since.help')}
        error={wrongDay ? t('preferences.leaked.since.wrong') : undefined}
        required
      >
        <DateInput value={since} max={today} pickerLabel={t('preferences.leaked.since.pick')} onChange={(day) => setSince(day)} />
      </Field>
    </KeyDialog>
  )
}
