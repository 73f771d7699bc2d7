export * from 'bitecs-collision/maps';
