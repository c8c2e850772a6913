import ChevronDown from 'lucide-react/icons/chevron-down'
import { Fragment, useState } from 'react'
import type { NoticeSettings } from '#contract/merchants/notifications'
import { type NoticeTopic, noticeTopics, noticeTypes } from '#domain/merchants/notices'
import { t } from '../../platform/i18n/t.ts'
import { useScreenSize } from '../../platform/ui/feedback/screenSize.ts'
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

/** Each notification type with its channels, by subject; on a phone a subject opens on press, and says before how many of its types are chosen. */
export function NoticeTypes({ choices, devices, onChange }: NoticeTypesProps) {
  const { isDefault } = useScreenSize()
  const [open, setOpen] = useState<readonly NoticeTopic[]>(isDefault ? [] : noticeTopics)
  const width = devices ? '4.125rem' : '5.25rem'
  const channels = devices ? (['panel', 'email', 'push'] as const) : (['panel', 'email'] as const)
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
      {noticeTopics.map((topic) => {
        const own = choices.filter(({ type }) => noticeTypes[type].topic === topic)
        const isOpen = open.includes(topic)
        return (
          <Fragment key={topic}>
            <TableRow group>
              <Cell className="py-1 align-middle">
                <button
                  type="button"
                  aria-expanded={isOpen}
                  data-folds
                  className="flex min-h-8 w-full items-center gap-1.5 text-left max-md:min-h-11"
                  onClick={() => setOpen((now) => (isOpen ? now.filter((one) => one !== topic) : [...now, topic]))}
                >
                  <ChevronDown aria-hidden className={`size-3.75 text-ink-3 ${isOpen ? '' : '-rotate-90'}`} />
                  {t(`settings.notifications.topic.${topic}`)}
                </button>
              </Cell>
              {channels.map((channel) => (
                <Cell key={channel} className="py-1 align-middle">
                  {!isOpen && <span className="text-sm font-normal text-ink-3">{chosenText(own, channel)}</span>}
                </Cell>
              ))}
            </TableRow>
            {isOpen && own.map((choice) => <Row key={choice.type} choice={choice} devices={devices} onChange={onChange} />)}
          </Fragment>
        )
      })}
    </Table>
  )
}

/** How many of the types that a channel can carry are chosen. */
function chosenText(own: readonly Choice[], channel: 'panel' | 'email' | 'push'): string {
  const possible = own.filter(({ type }) => channel !== 'email' || noticeTypes[type].email)
  return t('settings.notifications.chosen', { count: possible.filter((one) => one[channel]).length, all: possible.length })
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
