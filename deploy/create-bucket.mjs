// Makes the bucket that FILES_S3_* name, unless it is there. Where buckets are made by hand it is not needed.
import { AwsClient } from 'aws4fetch'
import { fail, Refusal, startCommand } from '../src/lib/server/start-command.mjs'

startCommand({
  name: 'node deploy/create-bucket.mjs',
  about: ['Creates the bucket that the settings FILES_S3_… name, unless it exists.'],
})

const {
  FILES_S3_ENDPOINT: endpoint = '',
  FILES_S3_BUCKET: bucket,
  FILES_S3_REGION: region = 'us-east-1',
  FILES_S3_ACCESS_KEY: accessKeyId = '',
  FILES_S3_SECRET_KEY: secretAccessKey = '',
} = process.env

const needed = {
  FILES_S3_ENDPOINT: URL.canParse(endpoint),
  FILES_S3_BUCKET: bucket,
  FILES_S3_ACCESS_KEY: accessKeyId,
  FILES_S3_SECRET_KEY: secretAccessKey,
}
const missing = Object.entries(needed).find(([, value]) => !value)
if (missing)
  fail(new Refusal(`${missing[0]} must be set${missing[0] === 'FILES_S3_ENDPOINT' ? ' to a web address' : ''}`))

const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
const address = `${endpoint.replace(/\/$/, '')}/${bucket}`

const found = await client.fetch(address, { method: 'HEAD' }).catch((error) => {
  fail(new Refusal(`FILES_S3_ENDPOINT: ${endpoint} does not answer (${error.cause?.code ?? error.message})`))
})
if (found.ok) console.log(`The bucket ${bucket} is there`)
else {
  const made = await client.fetch(address, { method: 'PUT' })
  if (!made.ok) {
    console.error(`The bucket ${bucket} could not be made: ${made.status} ${await made.text()}`)
    process.exit(1)
  }
  console.log(`The bucket ${bucket} has been made`)
}
