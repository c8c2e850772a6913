import { useEffect, useState } from 'react'
import { settings } from '../api/settings.ts'
import { deviceMs, readClock, serverNow } from '../api/serverClock.ts'
import { nearTime } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { BrandMark } from '../ui/feedback/BrandMark.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { linkClass } from '../ui/controls/linkClass.ts'

const askEveryMs = 15_000
const timeoutMs = 10_000

/** What the operator announced; null: nothing, as in an outage. */
type Announcement = { reason: string; ends_at: string | null; status_url: string | null } | null
/** `late`: the announced end has passed. */
type ServerState = { ready: boolean; declared: Announcement; late: boolean }

const ask = (path: string): Promise<Response> =>
  fetch(settings().hosts.vendorApiUrl + path, { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) })

/** The state of the server. Rejects when there is no answer. */
async function loadServerState(): Promise<ServerState> {
  const sentAt = deviceMs()
  const response = await ask('/readyz').catch(() => null)
  readClock(response?.headers.get('date') ?? null, sentAt)
  const body = (await response?.json().catch(() => null)) as { maintenance?: Announcement } | null | undefined // written by our own server
  // Another API has no such endpoint: it is back when it answers its calls.
  if (!response || !body) return { ready: (await ask('/v2/me')).status < 500, declared: null, late: false }
  const { maintenance = null } = body
  const late = maintenance?.ends_at != null && Date.parse(maintenance.ends_at) < serverNow().getTime()
  return { ready: response.ok && maintenance === null, declared: maintenance, late }
}

/** Reason, expected end and status page; without an announcement, a general text. */
function Reason({ declared, late }: Pick<ServerState, 'declared' | 'late'>) {
  return (
    <>
      <p className="text-ink-2 wrap-anywhere">{declared?.reason ?? t('shell.maintenance.detail')}</p>
      {declared?.ends_at != null && (
        <p className="font-strong">
          {late ? t('shell.maintenance.late') : t('shell.maintenance.until', { when: nearTime(declared.ends_at) })}
        </p>
      )}
      <p className="text-ink-2">{t('shell.maintenance.back')}</p>
      <p className="text-ink-2">{t('shell.maintenance.money')}</p>
      {declared?.status_url != null && (
        <p>
          <a className={linkClass} href={declared.status_url} target="_blank" rel="noreferrer">
            {t('shell.maintenance.status')}
          </a>
        </p>
      )}
    </>
  )
}

/** Maintenance: the reason and expected end, and a poll every 15 seconds whether it is over. */
export function MaintenanceNotice({ onBack }: { onBack: () => void }) {
  const [asking, setAsking] = useState(false)
  const [serverState, setServerState] = useState<ServerState>({ ready: false, declared: null, late: false })
  const poll = async () => {
    setAsking(true)
    const latest = await loadServerState().catch(() => null)
    setAsking(false)
    if (latest) setServerState(latest)
    if (latest?.ready) onBack()
  }
  useEffect(() => {
    loadServerState().then(setServerState, () => {}) // polled again at the next interval
    const timer = setInterval(() => void poll(), askEveryMs)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- one interval while mounted
  }, [])
  const contact = settings().brand.supportEmail
  return (
    <div className="mx-auto grid max-w-[560px] gap-5 px-4 py-14">
      <BrandMark brand={settings().brand} />
      <h1 className="font-display text-title-lg font-title tracking-tight">{t('shell.maintenance.title')}</h1>
      <Reason {...serverState} />
      <div>
        <Button variant="filled" busy={asking} busyLabel={t('shell.maintenance.asking')} sends={false} onClick={() => void poll()}>
          {t('shell.maintenance.ask')}
        </Button>
      </div>
      <p role="status" className="text-md text-ink-3">
        {t('shell.maintenance.automatic')}
      </p>
      {contact !== '' && <p className="text-md text-ink-3">{t('shell.maintenance.contact', { contact })}</p>}
    </div>
  )
}
