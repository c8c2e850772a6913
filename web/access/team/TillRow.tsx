import { tillClose, type Till } from '#contract/access/tills'
import { write } from '../../platform/api/write.ts'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'
import { useTeamWrite } from './useTeamWrite.ts'

const kinds: Record<Till['state'], StatusKind> = { waiting: 'merchant', lapsed: 'stopped', open: 'accepted-filled', closed: 'stopped' }

function usedText({ lastUsedAt, lastUsedBy }: Till): string {
  if (lastUsedAt === null) return t('tills.unused')
  const time = nearTime(lastUsedAt)
  return lastUsedBy === null ? t('tills.usedNobody', { time }) : t('tills.used', { person: lastUsedBy, time })
}

/** One till: its place, its state, its last user, and the button that closes it. */
export function TillRow({ till }: { till: Till }) {
  const { busy, problems, run } = useTeamWrite()
  const { id, name, merchant, state, people, openedBy, openedAt, closedAt, closedWhy } = till
  const close = async () => {
    const params = { tillId: id }
    const done = await run('', params, (key) => write(tillClose, { params, key, mode: 'live' }))
    if (done) showToast(t('tills.said.closed', { name }))
  }
  const time = nearTime(openedAt)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-4">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          <span className="wrap-anywhere">{name}</span>
          <StatusBadge kind={kinds[state]} label={t(`tills.state.${state}`)} faded={state === 'closed'} />
        </p>
        <p className="text-sm text-ink-3 wrap-anywhere">{merchant.name}</p>
        {closedAt !== null && closedWhy !== null ? (
          <p className="text-sm text-ink-3">{t(`tills.closed.${closedWhy}`, { time: nearTime(closedAt) })}</p>
        ) : (
          <p className="text-sm text-ink-3 wrap-anywhere">
            {state === 'open' && `${usedText(till)} · ${t('tills.people', { count: people })} · `}
            {openedBy === null ? t('tills.openedNobody', { time }) : t('tills.opened', { person: openedBy, time })}
          </p>
        )}
        {problems['form'] && (
          <p role="alert" className="mt-1 text-sm text-danger-ink">
            {problems['form']}
          </p>
        )}
      </div>
      {closedAt === null && (
        <Button
          size="small"
          aria-label={t('tills.closeOne', { name })}
          busy={busy}
          busyLabel={t('tills.closing')}
          onClick={() => void close()}
        >
          {t('tills.close')}
        </Button>
      )}
    </li>
  )
}
