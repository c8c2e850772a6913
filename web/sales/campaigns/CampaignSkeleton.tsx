import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'

/** Skeleton of a campaign's page. */
export function CampaignSkeleton() {
  return (
    <>
      <Skeleton width={260} className="h-7" />
      <Skeleton width={320} />
      <Skeleton width={180} className="mt-6 h-5" />
      <div className="grid max-w-[820px] gap-4">
        <Skeleton width="100%" />
        <Skeleton width="100%" />
        <Skeleton width="70%" />
        <Skeleton width="100%" className="h-36" />
      </div>
    </>
  )
}
