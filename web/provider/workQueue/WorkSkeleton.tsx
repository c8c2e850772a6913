import { t } from '../../platform/i18n/t.ts'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { SkeletonRows } from '../../platform/ui/tables/SkeletonRows.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'

/** The list while it loads. */
export const WorkSkeleton = () => (
  <Table
    caption={t('console.section.work')}
    fixed
    busy
    head={
      <>
        <HeadCell width="17%">{t('work.column.what')}</HeadCell>
        <HeadCell>{t('work.column.merchant')}</HeadCell>
        <HeadCell width="19%">{t('work.column.deadline')}</HeadCell>
        <HeadCell width="16%">{t('work.column.owner')}</HeadCell>
        <HeadCell width="9.25rem" />
      </>
    }
  >
    <SkeletonRows rows={8} widths={[90, 180, 110, 70, -74]} />
  </Table>
)
