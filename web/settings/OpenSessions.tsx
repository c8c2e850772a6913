import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Laptop from 'lucide-react/icons/laptop'
import Smartphone from 'lucide-react/icons/smartphone'
import { meSessionEnd, meSessionEndOthers, type OpenSession } from '#contract/security'
import { write } from '../api/write.ts'
import { nearTime } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { failureWords } from '../shell/failureWords.ts'
import { showToast } from '../shell/toasts.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Flag } from '../ui/Flag.tsx'
import { sessionsRead } from './securityReads.ts'
import { SectionState } from './SectionState.tsx'
import { SettingsSection } from './SettingsSection.tsx'

/** A browser as its person would say it. */
export function deviceName({ browser, system }: Pick<OpenSession, 'browser' | 'system'>): string {
  if (browser !== null && system !== null) return t('settings.sessions.device', { browser, system })
  return browser ?? system ?? t('settings.sessions.unknownDevice')
}

/** Where one is signed in, and the end of it anywhere else (product SES-14). */
export function OpenSessions() {
  const client = useQueryClient()
  const sessions = useQuery(sessionsRead())
  const { data } = sessions
  const read = () => client.invalidateQueries({ queryKey: sessionsRead().queryKey })
  const endOthers = useMutation({
    mutationFn: () => write(meSessionEndOthers, { mode: 'live' }),
    onSuccess: ({ endedSessions }) => showToast(t('settings.sessions.ended', { count: endedSessions })),
    onSettled: read,
  })
  const others = data?.filter(({ present }) => !present) ?? []
  return (
    <SettingsSection
      title={t('settings.sessions')}
      about={t('settings.sessions.about')}
      action={
        others.length > 0 && (
          <Button busy={endOthers.isPending} busyLabel={t('settings.sessions.ending')} onClick={() => endOthers.mutate()}>
            {t('settings.sessions.endOthers')}
          </Button>
        )
      }
    >
      {endOthers.isError && (
        <Banner tone="error" live>
          {failureWords(endOthers.error)}
        </Banner>
      )}
      <SectionState read={sessions} widths={[220, 160]} />
      {data && (
        <ul aria-label={t('settings.sessions')} className="border-t border-line">
          {data.map((session) => (
            <SessionRow key={session.id} session={session} onEnded={read} />
          ))}
        </ul>
      )}
      {data && others.length === 0 && <p className="text-md text-ink-3">{t('settings.sessions.none')}</p>}
    </SettingsSection>
  )
}

const phones = new Set(['iOS', 'Android'])

/** A phone or a computer, by its system. */
export function DeviceIcon({ system }: Pick<OpenSession, 'system'>) {
  const Icon = system !== null && phones.has(system) ? Smartphone : Laptop
  return <Icon aria-hidden className="text-ink-3" />
}

function SessionRow({ session, onEnded }: { session: OpenSession; onEnded: () => Promise<void> }) {
  const { id, present, network, sameNetwork, active, created, system } = session
  const name = deviceName(session)
  const end = useMutation({
    mutationFn: () => write(meSessionEnd, { params: { sessionId: id }, mode: 'live' }),
    onSuccess: () => showToast(t('settings.sessions.ended', { count: 1 })),
    onSettled: onEnded,
  })
  const place =
    network === null
      ? t('settings.sessions.noNetwork')
      : t(sameNetwork && !present ? 'settings.sessions.sameNetwork' : 'settings.sessions.network', { network })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-4">
      <DeviceIcon system={system} />
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          {name}
          {present && <Flag>{t('settings.sessions.present')}</Flag>}
        </p>
        <p className="text-sm text-ink-3">
          {present ? t('settings.sessions.since', { time: nearTime(created) }) : t('settings.sessions.used', { time: nearTime(active) })}
        </p>
        <p className="text-sm text-ink-3">{place}</p>
        {end.isError && (
          <p role="alert" className="mt-1 text-sm text-danger-ink">
            {failureWords(end.error)}
          </p>
        )}
      </div>
      {!present && (
        <Button
          size="small"
          aria-label={t('settings.sessions.endOne', { device: name })}
          busy={end.isPending}
          busyLabel={t('settings.sessions.ending')}
          onClick={() => end.mutate()}
        >
          {t('settings.sessions.end')}
        </Button>
      )}
    </li>
  )
}
