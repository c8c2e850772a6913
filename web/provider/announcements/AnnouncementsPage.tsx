import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Announcement, announcementEnd, announcementList } from '#contract/provider/announcements'
import { joinTexts } from '#domain/platform/direction'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { ReadState } from '../frame/ReadState.tsx'
import { SectionTabs } from '../frame/SectionTabs.tsx'
import { AnnouncementDialog } from './AnnouncementDialog.tsx'

/** Messages of the provider to merchants: those that are shown, and all earlier ones. */
export function AnnouncementsPage() {
  const read = useQuery(consoleQuery(announcementList))
  const [writing, setWriting] = useState(false)
  return (
    <ConsolePage
      title={t('announcements.title')}
      about={t('announcements.lead')}
      actions={
        <Button variant="filled" onClick={() => setWriting(true)}>
          {t('announcements.write')}
        </Button>
      }
    >
      <SectionTabs section="system" />
      <ReadState read={read}>
        {({ announcements }) =>
          announcements.length === 0 ? (
            <p className="text-ink-2">{t('announcements.empty')}</p>
          ) : (
            <AnnouncementTable announcements={announcements} />
          )
        }
      </ReadState>
      {writing && <AnnouncementDialog onClose={() => setWriting(false)} />}
    </ConsolePage>
  )
}

const kinds: Record<Announcement['state'], StatusKind> = { coming: 'upcoming', shown: 'accepted-filled', over: 'stopped', ended: 'stopped' }

function AnnouncementTable({ announcements }: { announcements: readonly Announcement[] }) {
  const end = useConsoleWrite(announcementEnd, { done: t('announcements.endedDone') })
  return (
    <>
      <div aria-live="assertive" className="empty:hidden">
        {end.problem && <ErrorBanner>{end.problem}</ErrorBanner>}
      </div>
      <Table
        caption={t('announcements.title')}
        head={
          <>
            <HeadCell>{t('announcements.column.message')}</HeadCell>
            <HeadCell>{t('announcements.to')}</HeadCell>
            <HeadCell>{t('announcements.column.when')}</HeadCell>
            <HeadCell>{t('announcements.column.state')}</HeadCell>
            <HeadCell>
              <span className="sr-only">{t('announcements.end')}</span>
            </HeadCell>
          </>
        }
      >
        {announcements.map((one) => (
          <TableRow key={one.id} faded={one.state === 'over' || one.state === 'ended'}>
            <Cell card="title" strong detail={<span className="wrap-anywhere whitespace-pre-line">{one.texts.es.text}</span>}>
              {one.texts.es.title}
            </Cell>
            <Cell card="foot" detail={audienceDetail(one)}>
              {one.accounts === null ? t('announcements.to.all') : t('announcements.to.count', { count: one.accounts.length })}
            </Cell>
            <Cell card="net" detail={t('announcements.by', { who: one.createdBy })}>
              {t('announcements.range', { from: dateTime(one.from), until: dateTime(one.until) })}
            </Cell>
            <Cell card="state">
              <StatusBadge
                kind={kinds[one.state]}
                label={t(`announcements.state.${one.state}`)}
                detail={one.endedBy === null ? undefined : t('announcements.by', { who: one.endedBy })}
              />
            </Cell>
            <Cell card="amount" className="text-right">
              {(one.state === 'coming' || one.state === 'shown') && (
                <Button size="small" busyLabel={t('announcements.ending')} onClick={() => end.send({ params: { announcementId: one.id } })}>
                  {t('announcements.end')}
                </Button>
              )}
            </Cell>
          </TableRow>
        ))}
      </Table>
    </>
  )
}

const audienceDetail = ({ mode, byMail }: Announcement): string =>
  joinTexts([t(`announcements.mode.${mode ?? 'both'}`), ...(byMail ? [t('announcements.mailed')] : [])], ' · ')
