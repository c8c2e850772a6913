import { Fragment } from 'react'
import type { NoticeSettings } from '#contract/merchants/notifications'
import { noticeTopics, noticeTypes } from '#domain/merchants/notices'
import { t } from '../../platform/i18n/t.ts'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'

type Choice = NoticeSettings['choices'][number]

type NoticeTypesProps = {
  choices: readonly Choice[]
  /** The user has a device with push: then there is a third channel. */
  devices: boolean
  onChange: (choice: Choice) => void
}

/** Each notification type with its channels, by subject. */
export function NoticeTypes({ choices, devices, onChange }: NoticeTypesProps) {
  const width = devices ? '4.125rem' : '5.25rem'
  const head = (
    <>
      <HeadCell>{t('settings.notifications.type')}</HeadCell>
      <HeadCell width={width}>{t('settings.notifications.panel')}</HeadCell>
      <HeadCell width={width}>{t('settings.notifications.email')}</HeadCell>
      {devices && <HeadCell width={width}>{t('settings.notifications.device')}</HeadCell>}
    </>
  )
  return (
    <Table fixed bleed={false} cards={false} caption={t('settings.notifications.types')} head={head}>
      {noticeTopics.map((topic) => (
        <Fragment key={topic}>
          <TableRow group>
            <Cell colSpan={devices ? 4 : 3}>{t(`settings.notifications.topic.${topic}`)}</Cell>
          </TableRow>
          {choices
            .filter(({ type }) => noticeTypes[type].topic === topic)
            .map((choice) => (
              <Row key={choice.type} choice={choice} devices={devices} onChange={onChange} />
            ))}
        </Fragment>
      ))}
    </Table>
  )
}

function Row({ choice, devices, onChange }: Omit<NoticeTypesProps, 'choices'> & { choice: Choice }) {
  const type = t(`settings.notifications.of.${choice.type}`)
  const byMail = noticeTypes[choice.type].email
  return (
    <TableRow>
      <Cell
        detail={
          byMail ? undefined : t(choice.type === 'link_signed' ? 'settings.notifications.noEmail.link' : 'settings.notifications.noEmail')
        }
      >
        {type}
      </Cell>
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
      {devices && (
        <Cell>
          <Checkbox
            labelHidden
            label={t('settings.notifications.deviceOf', { type })}
            checked={choice.push}
            onChange={() => onChange({ ...choice, push: !choice.push })}
          />
        </Cell>
      )}
    </TableRow>
  )
}
