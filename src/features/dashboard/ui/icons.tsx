import { icon } from '#ui/icons.tsx'

export const QueriesIcon = icon(
  <path d="M2 4a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H7l-5 4zM22 9v13l-5-4h-6a2 2 0 0 1-2-1.500" />,
)
export const WorkoutsIcon = icon(
  <path d="M14.400 14.400 9.600 9.600M18.700 21.500a2 2 0 1 1-2.800-2.800l-1.800 1.800a2 2 0 1 1-2.800-2.800l6.400-6.400a2 2 0 1 1 2.800 2.800l-1.800 1.800a2 2 0 1 1 2.800 2.800zM6.400 12.700a2 2 0 1 1-2.800-2.800l1.800-1.800a2 2 0 1 1-2.800-2.800l2.800-2.800a2 2 0 1 1 2.800 2.800l1.800-1.800a2 2 0 1 1 2.800 2.800z" />,
)
export const ArrowIcon = icon(<path d="M5 12h14M12 5l7 7-7 7" />)
export const ExternalIcon = icon(
  <path d="M15 3h6v6M10 14 21 3M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6" />,
)
