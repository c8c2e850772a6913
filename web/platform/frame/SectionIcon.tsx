import BadgePercent from 'lucide-react/icons/badge-percent'
import ChartLine from 'lucide-react/icons/chart-line'
import FileText from 'lucide-react/icons/file-text'
import FolderDown from 'lucide-react/icons/folder-down'
import Globe from 'lucide-react/icons/globe'
import Landmark from 'lucide-react/icons/landmark'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Settings2 from 'lucide-react/icons/settings-2'
import UsersRound from 'lucide-react/icons/users-round'
import type { Section } from '../navigation/menuOf.ts'

const icons = {
  operations: ReceiptText,
  insights: ChartLine,
  settlements: Landmark,
  campaigns: BadgePercent,
  audiences: UsersRound,
  invoices: FileText,
  reports: FolderDown,
  preferences: Globe,
  settings: Settings2,
} as const satisfies Record<Section, unknown>

/** The icon of a section. */
export function SectionIcon({ section }: { section: Section }) {
  const Icon = icons[section]
  return <Icon aria-hidden />
}
