import { useState } from 'react'
import { keyRenew, type ApiKey } from '#contract/merchants/preferences'
import { overlapHours, defaultOverlapHours, type OverlapHours } from '#domain/merchants/apiKey'
import { write } from '../../platform/api/write.ts'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useRealNow } from '../../platform/requests/useRealNow.ts'
import { grantBodyOf, grantDraftOf } from './keyGrant.ts'
import { KeyDialog } from './KeyDialog.tsx'
import { KeyGrantFields } from './KeyGrantFields.tsx'
import { useKeyAction } from './useKeyAction.ts'

type RenewKeyModalProps = {
  kind: ApiKey['kind']
  /** The key to replace; null: there is none. */
  present: ApiKey | null
  onClose: () => void
  onMade: (token: string) => void
}

const hourMs = 3_600_000

/** Creates a new key, with the overlap of the previous one and the scopes of the new one. */
export function RenewKeyModal({ kind, present, onClose, onMade }: RenewKeyModalProps) {
  const [overlap, setOverlap] = useState<OverlapHours>(defaultOverlapHours)
  const [grant, setGrant] = useState(() => grantDraftOf(present))
  const { run, error, busy } = useKeyAction(t('preferences.why.renew'))
  const now = useRealNow()

  async function renew() {
    const body = { overlapHours: overlap, ...(kind === 'private' && grantBodyOf(grant)) }
    // A retry after a lost answer shows the same new key.
    const created = await run((params, key) => write(keyRenew, { params: { ...params, kind }, body, key }), body)
    if (created) onMade(created.token)
  }
  return (
    <KeyDialog
      title={t(present ? `preferences.renew.${kind}` : `preferences.create.${kind}`)}
      about={t(present ? 'preferences.renew.about' : 'preferences.create.about')}
      note={t('preferences.renew.note')}
      verb={t(present ? 'preferences.renew.verb' : 'preferences.renew.create')}
      busy={busy}
      busyLabel={t('shell.creating')}
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
      {kind === 'private' && <KeyGrantFields draft={grant} onChange={setGrant} />}
    </KeyDialog>
  )
}
