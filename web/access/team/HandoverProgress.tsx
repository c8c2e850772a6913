import { handoverAccept, handoverCancel, handoverDecline, type Handover } from '#contract/access/handover'
import { write } from '../../platform/api/write.ts'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useSession } from '../../platform/session/session.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Timeline } from '../../platform/ui/figures/Timeline.tsx'
import { namesOf, stepsOf } from './handoverText.ts'
import { useTeamWrite } from './useTeamWrite.ts'

const calls = { accept: handoverAccept, decline: handoverDecline, cancel: handoverCancel }
type Answer = keyof typeof calls

/** A transfer waiting for an answer or for its waiting period: its progress, and what either side can do. */
export function HandoverProgress({ handover }: { handover: Handover }) {
  const { account, role } = useSession()
  const { busy, problems, run } = useTeamWrite()
  const mine = handover.to.id === account.userId
  const offered = handover.state === 'offered'
  const names = namesOf(handover)

  const answer = async (what: Answer) => {
    const why = t(what === 'accept' ? 'team.handover.why.accept' : 'team.handover.why.stop')
    const params = { handoverId: handover.id }
    const done = await run(why, what, (key) => write(calls[what], { params, key, mode: 'live' }))
    if (done) showToast(t(`team.handover.said.${what}`, { ...names, date: done.effectiveAt === null ? '' : dateTime(done.effectiveAt) }))
  }

  return (
    <div className="grid gap-6">
      <Banner tone="warning" title={leadText(handover, mine)} />
      <Timeline label={t('team.handover.steps')} events={stepsOf(handover)} />
      <ErrorBanner>{problems['form']}</ErrorBanner>
      <div className="flex flex-wrap gap-2">
        {mine && offered && (
          <>
            <Button variant="filled" busy={busy} busyLabel={t('shell.sending')} onClick={() => void answer('accept')}>
              {t('team.handover.accept')}
            </Button>
            <Button variant="outlined" onClick={() => void answer('decline')}>
              {t('team.handover.decline')}
            </Button>
          </>
        )}
        {role === 'owner' && (
          <Button variant="outlined" busy={busy} busyLabel={t('shell.sending')} onClick={() => void answer('cancel')}>
            {t(offered ? 'team.handover.withdraw' : 'team.handover.cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Its state, as text for the reader’s side. */
function leadText(handover: Handover, mine: boolean): string {
  const { state, expiresAt, effectiveAt } = handover
  if (state === 'offered')
    return t(mine ? 'team.handover.offered.yours' : 'team.handover.offered.mine', { ...namesOf(handover), date: dateTime(expiresAt) })
  return t('team.handover.accepted', { ...namesOf(handover), date: effectiveAt === null ? '' : dateTime(effectiveAt) })
}
