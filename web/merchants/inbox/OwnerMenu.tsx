import ChevronDown from 'lucide-react/icons/chevron-down'
import type { Inbox, WorkItem } from '#contract/merchants/inbox'
import { t } from '../../platform/i18n/t.ts'
import { Menu } from '../../platform/ui/controls/Menu.tsx'
import { subjectText } from './workText.ts'

type OwnerMenuProps = { item: WorkItem; people: Inbox['people']; onChoose: (person: Inbox['people'][number] | null) => void }

/** The assignee of an item, and the menu to assign somebody else, or nobody. */
export function OwnerMenu({ item, people, onChoose }: OwnerMenuProps) {
  const { owner } = item
  return (
    <Menu
      label={t('inbox.owner.menu')}
      triggerLabel={`${t('inbox.owner.choose', { subject: subjectText(item) })}: ${owner?.name ?? t('inbox.owner.nobody')}`}
      triggerClassName="-ml-2 inline-flex h-8 max-w-full items-center gap-1.5 rounded-2 px-2 text-md hover:bg-hover max-md:min-h-11"
      trigger={
        <>
          <span className={owner ? 'truncate' : 'text-ink-3'}>{owner?.name ?? t('inbox.owner.nobody')}</span>
          <ChevronDown aria-hidden className="size-3.75 flex-none text-ink-3" />
        </>
      }
      items={[
        { key: 'nobody', label: t('inbox.owner.nobody'), checked: owner === null, onSelect: () => onChoose(null) },
        ...people.map((person) => ({
          key: person.userId,
          label: person.name,
          checked: owner?.userId === person.userId,
          onSelect: () => onChoose(person),
        })),
      ]}
    />
  )
}
