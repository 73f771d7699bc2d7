export * from 'bitecs-collision/geometry2d';
