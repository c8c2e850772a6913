import { Fragment } from 'react'
import type { NoticeSettings } from '#contract/notifications'
import { noticeTopics, noticeTypes } from '#domain/notices'
import { t } from '../i18n/t.ts'
import { Cell } from '../ui/Cell.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { HeadCell } from '../ui/HeadCell.tsx'
import { Table } from '../ui/Table.tsx'
import { TableRow } from '../ui/TableRow.tsx'

type Choice = NoticeSettings['choices'][number]

/** Each kind of notice with its two ways, by matter. */
export function NoticeTypes({ choices, onChange }: { choices: readonly Choice[]; onChange: (choice: Choice) => void }) {
  const head = (
    <>
      <HeadCell>{t('settings.notifications.type')}</HeadCell>
      <HeadCell width="84px">{t('settings.notifications.panel')}</HeadCell>
      <HeadCell width="84px">{t('settings.notifications.email')}</HeadCell>
    </>
  )
  return (
    <Table fixed bleed={false} cards={false} caption={t('settings.notifications.types')} head={head}>
      {noticeTopics.map((topic) => (
        <Fragment key={topic}>
          <TableRow group>
            <Cell colSpan={3}>{t(`settings.notifications.topic.${topic}`)}</Cell>
          </TableRow>
          {choices
            .filter(({ type }) => noticeTypes[type].topic === topic)
            .map((choice) => (
              <Row key={choice.type} choice={choice} onChange={onChange} />
            ))}
        </Fragment>
      ))}
    </Table>
  )
}

function Row({ choice, onChange }: { choice: Choice; onChange: (choice: Choice) => void }) {
  const type = t(`settings.notifications.of.${choice.type}`)
  const byMail = noticeTypes[choice.type].email
  return (
    <TableRow>
      <Cell detail={byMail ? undefined : t('settings.notifications.noEmail')}>{type}</Cell>
      <Cell>
        <Checkbox
          labelHidden
          label={t('settings.notifications.panelOf', { type })}
          checked={choice.panel}
          onChange={() => onChange({ ...choice, panel: !choice.panel })}
        />
      </Cell>
      <Cell>
        {byMail && (
          <Checkbox
            labelHidden
            label={t('settings.notifications.emailOf', { type })}
            checked={choice.email}
            onChange={() => onChange({ ...choice, email: !choice.email })}
          />
        )}
      </Cell>
    </TableRow>
  )
}
