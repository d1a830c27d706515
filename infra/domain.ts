import { DomainName, IpAddressType, SecurityPolicy } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import type { Options } from './options.ts';

/** The custom domain of the options, with its records in the hosted zone; undefined without. */
export const createDomain = (scope: Construct, options: Options): DomainName | undefined => {
  const { domainName, certificateArn, hostedZoneId, hostedZoneName } = options;
  if (!(domainName && certificateArn && hostedZoneId && hostedZoneName)) return undefined;
  const name = new DomainName(scope, 'Domain', {
    domainName,
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
    securityPolicy: SecurityPolicy.TLS_1_2,
    ipAddressType: IpAddressType.DUAL_STACK,
  });
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'Zone', { hostedZoneId, zoneName: hostedZoneName });
  const target = RecordTarget.fromAlias(
    new ApiGatewayv2DomainProperties(name.regionalDomainName, name.regionalHostedZoneId),
  );
  new ARecord(scope, 'Address', { zone, recordName: domainName, target });
  new AaaaRecord(scope, 'AddressV6', { zone, recordName: domainName, target });
  return name;
};
