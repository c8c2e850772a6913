import { joinTexts } from '#domain/platform/direction'
import { useQuery } from '@tanstack/react-query'
import { staffSessionEnd, staffSessionList } from '#contract/provider/staffSession'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { ReadState } from '../frame/ReadState.tsx'

/** Where this person is signed in; a session that they do not know can be ended. */
export function OwnSessions() {
  const read = useQuery(consoleQuery(staffSessionList))
  const end = useConsoleWrite(staffSessionEnd, { done: t('security.session.ended') })
  return (
    <section aria-labelledby="sessions-title">
      <h2 id="sessions-title" className="mb-2 text-title-sm font-strong">
        {t('security.sessions')}
      </h2>
      <ReadState read={read}>
        {(sessions) => (
          <ul>
            {sessions.map(({ id, present, browser, system, network, created, active }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3">
                <div className="min-w-0 flex-1 basis-56">
                  <p className="font-medium">
                    {joinTexts(
                      [browser, system].filter((word) => word !== null),
                      ' · ',
                    ) || t('security.session.unknown')}
                    {present && <span className="font-normal text-ink-3"> ({t('security.session.this')})</span>}
                  </p>
                  <p className="text-sm text-ink-3">
                    {joinTexts(
                      [
                        t('security.session.since', { at: nearTime(created) }),
                        t('security.session.used', { at: nearTime(active) }),
                        ...(network === null ? [] : [network]),
                      ],
                      ' · ',
                    )}
                  </p>
                </div>
                {!present && (
                  <Button
                    size="small"
                    busy={end.busy}
                    busyLabel={t('security.session.ending')}
                    onClick={() => end.send({ params: { sessionId: id } })}
                  >
                    {t('security.session.end')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </ReadState>
      {end.problem && <ErrorBanner>{end.problem}</ErrorBanner>}
    </section>
  )
}
