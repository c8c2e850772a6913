import BadgePercent from 'lucide-react/icons/badge-percent'
import ChartColumn from 'lucide-react/icons/chart-column'
import Inbox from 'lucide-react/icons/inbox'
import Landmark from 'lucide-react/icons/landmark'
import ReceiptText from 'lucide-react/icons/receipt-text'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Store from 'lucide-react/icons/store'
import UsersRound from 'lucide-react/icons/users-round'
import type { Section } from './consoleRoute.ts'

const icons = {
  work: Inbox,
  merchants: Store,
  operations: ReceiptText,
  money: Landmark,
  prices: BadgePercent,
  figures: ChartColumn,
  system: SlidersHorizontal,
  people: UsersRound,
} as const satisfies Record<Section, unknown>

/** The icon of an entry of the menu. */
export function SectionIcon({ section }: { section: Section }) {
  const Icon = icons[section]
  return <Icon aria-hidden />
}
