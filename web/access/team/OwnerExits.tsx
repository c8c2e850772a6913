import { teamOwnerExitStop, type Member } from '#contract/access/team'
import { write } from '../../platform/api/write.ts'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useSession } from '../../platform/session/session.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { memberName } from './memberText.ts'
import { useTeamWrite } from './useTeamWrite.ts'

type Leaving = Member & { ownerExit: NonNullable<Member['ownerExit']> }

/** Owners being removed by another owner: until when, by whom, and how any owner stops it. */
export function OwnerExits({ members }: { members: readonly Member[] }) {
  const leaving = members.filter((member): member is Leaving => member.ownerExit !== null)
  return leaving.map((member) => <OwnerExit key={member.id} member={member} />)
}

function OwnerExit({ member }: { member: Leaving }) {
  const { may } = useSession()
  const { busy, problems, run } = useTeamWrite()
  const name = memberName(member)
  const { how, effectiveAt, askedBy } = member.ownerExit

  const stop = async () => {
    const params = { userId: member.id }
    const stopped = await run(t('team.why.change'), params, async (key) => {
      await write(teamOwnerExitStop, { params, key, mode: 'live' })
      return true
    })
    if (stopped) showToast(t('team.ownerExit.stopped', { name }))
  }
  return (
    <div className="grid gap-3 pb-5">
      <Banner
        tone="warning"
        title={t(`team.ownerExit.${how}`, { name, date: dateTime(effectiveAt) })}
        action={
          may('teamOwnerExitStop') && (
            <Button variant="outlined" busy={busy} busyLabel={t('shell.sending')} onClick={() => void stop()}>
              {t('team.ownerExit.stop')}
            </Button>
          )
        }
      >
        {t('team.ownerExit.about', { by: askedBy })}
      </Banner>
      <ErrorBanner>{problems['form']}</ErrorBanner>
    </div>
  )
}
