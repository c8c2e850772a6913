import { useQuery, useQueryClient } from '@tanstack/react-query'
import { meSessionEnd, meSessionEndOthers, type OpenSession } from '#contract/access/security'
import { write } from '../../platform/api/write.ts'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { DeviceRow, deviceName } from './DeviceRow.tsx'
import { DeviceSection } from './DeviceSection.tsx'
import { sessionsRead } from './securityReads.ts'

/** The user’s open sessions, and the button that ends the others. */
export function OpenSessions() {
  const client = useQueryClient()
  const sessions = useQuery(sessionsRead())
  const onSettled = () => client.invalidateQueries({ queryKey: sessionsRead().queryKey })
  const ended = (count: number) => t('settings.sessions.ended', { count })
  const others = sessions.data?.filter(({ present }) => !present) ?? []
  return (
    <DeviceSection
      title={t('settings.sessions')}
      about={t('settings.sessions.about')}
      read={sessions}
      all={{
        label: t('settings.sessions.endOthers'),
        busy: t('settings.sessions.ending'),
        offered: others.length > 0,
        call: async () => ended((await write(meSessionEndOthers, { mode: 'live' })).endedSessions),
        onSettled,
      }}
      none={others.length === 0 ? t('settings.sessions.none') : null}
    >
      {sessions.data?.map((session) => (
        <DeviceRow
          key={session.id}
          device={session}
          present={session.present ? t('settings.sessions.present') : null}
          verb={
            session.present
              ? null
              : {
                  label: t('settings.sessions.end'),
                  name: t('settings.sessions.endOne', { device: deviceName(session) }),
                  busy: t('settings.sessions.ending'),
                  call: () => write(meSessionEnd, { params: { sessionId: session.id }, mode: 'live' }),
                  done: ended(1),
                  onSettled,
                }
          }
        >
          <p className="text-sm text-ink-3">{whenText(session)}</p>
          <p className="text-sm text-ink-3">{placeText(session)}</p>
        </DeviceRow>
      ))}
    </DeviceSection>
  )
}

const whenText = ({ present, created, active }: OpenSession) =>
  present ? t('settings.sessions.since', { time: nearTime(created) }) : t('settings.sessions.used', { time: nearTime(active) })

const placeText = ({ network, sameNetwork, present }: OpenSession) =>
  network === null
    ? t('settings.sessions.noNetwork')
    : t(sameNetwork && !present ? 'settings.sessions.sameNetwork' : 'settings.sessions.network', { network })
