import { useState } from 'react'
import { keyRenew, type ApiKey } from '#contract/preferences'
import { overlapHours, usualOverlapHours, type OverlapHours } from '#domain/apiKey'
import { newKey } from '../api/call.ts'
import { write } from '../api/write.ts'
import { dateTime } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { useRealNow } from '../operation/useRealNow.ts'
import { KeyDialog } from './KeyDialog.tsx'
import { useKeyVerb } from './useKeyVerb.ts'

type RenewKeyModalProps = {
  kind: ApiKey['kind']
  /** The key whose place the new one takes; null: there is none. */
  present: ApiKey | null
  onClose: () => void
  onMade: (token: string) => void
}

const hourMs = 3_600_000

/** Makes a new key, and chooses for how long the one before works on. */
export function RenewKeyModal({ kind, present, onClose, onMade }: RenewKeyModalProps) {
  const [overlap, setOverlap] = useState<OverlapHours>(usualOverlapHours)
  // One key for one opening: pressing again after a lost answer shows the same new key.
  const [attempt] = useState(() => new Map(overlapHours.map((hours) => [hours, newKey()])))
  const { run, error, busy } = useKeyVerb(t('preferences.why.renew'))
  const now = useRealNow()

  async function renew() {
    const made = await run((params) =>
      write(keyRenew, { params: { ...params, kind }, body: { overlapHours: overlap }, key: attempt.get(overlap) ?? newKey() }),
    )
    if (made) onMade(made.token)
  }
  return (
    <KeyDialog
      title={t(present ? `preferences.renew.${kind}` : `preferences.create.${kind}`)}
      about={t(present ? 'preferences.renew.about' : 'preferences.create.about')}
      note={t('preferences.renew.note')}
      verb={t(present ? 'preferences.renew.verb' : 'preferences.renew.create')}
      busy={busy}
      busyLabel={t('preferences.renew.busy')}
      error={error}
      firstFocus={present ? 'input[type=radio]:checked' : 'button[type=submit]'}
      onRun={() => void renew()}
      onClose={onClose}
    >
      {present && (
        <fieldset className="grid gap-1">
          <legend className="pb-2 text-sm font-medium text-ink-2">{t('preferences.renew.overlap', { lastFour: present.lastFour })}</legend>
          {overlapHours.map((hours) => (
            <label key={hours} className="flex min-h-9 items-start gap-2.5 py-1 text-md max-md:min-h-11">
              <input type="radio" name="overlap" className="mt-1" checked={overlap === hours} onChange={() => setOverlap(hours)} />
              <span>
                {t(`preferences.overlap.${hours}`)}
                <span className="block text-sm text-ink-3">
                  {hours === 0
                    ? t('preferences.overlap.atOnce')
                    : t('preferences.overlap.until', { until: dateTime(new Date(now.getTime() + hours * hourMs).toISOString()) })}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </KeyDialog>
  )
}
