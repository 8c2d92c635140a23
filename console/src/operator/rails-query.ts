// The rails of the deployment, for pages that show or choose one.
import { readQuery } from './api.ts'

export const railsQuery = readQuery('/operator/v1/rails')
