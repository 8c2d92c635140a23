// The rails of the deployment, for pages that show or choose one.
import { queryOptions } from '@tanstack/react-query'
import { read } from './api.ts'

export const railsQuery = queryOptions({
  queryKey: ['operator', 'rails'],
  queryFn: () => read('/operator/v1/rails'),
})
